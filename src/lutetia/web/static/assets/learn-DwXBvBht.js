<<<<<<<< HEAD:src/lutetia/web/static/assets/learn-DwXBvBht.js
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-DM8ekdCs.js";
========
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-BaBaLMtG.js";
>>>>>>>> main:src/lutetia/web/static/assets/learn-CGooeuTl.js
