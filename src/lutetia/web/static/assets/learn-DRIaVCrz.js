<<<<<<<< HEAD:src/lutetia/web/static/assets/learn-DpatTeBh.js
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-BecP66UA.js";
========
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-B8uaEl4i.js";
>>>>>>>> main:src/lutetia/web/static/assets/learn-DRIaVCrz.js
