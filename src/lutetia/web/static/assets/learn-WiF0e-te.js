<<<<<<<< HEAD:src/lutetia/web/static/assets/learn-C-MBg8f2.js
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-DuPwbG4i.js";
========
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-B-V138QJ.js";
>>>>>>>> main:src/lutetia/web/static/assets/learn-WiF0e-te.js
