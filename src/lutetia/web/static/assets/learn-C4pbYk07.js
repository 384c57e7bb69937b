<<<<<<<< HEAD:src/lutetia/web/static/assets/learn-C4pbYk07.js
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-DR00HvZw.js";
========
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-CDy5P5s2.js";
>>>>>>>> main:src/lutetia/web/static/assets/learn-DE39U0-3.js
