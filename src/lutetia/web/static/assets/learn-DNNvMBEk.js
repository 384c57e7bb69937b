<<<<<<<< HEAD:src/lutetia/web/static/assets/learn-CdTNULMM.js
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-DciJyDwl.js";
========
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-CfvKvNZp.js";
>>>>>>>> main:src/lutetia/web/static/assets/learn-DNNvMBEk.js
