<<<<<<<< HEAD:src/lutetia/web/static/assets/learn-BTk12OfD.js
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-D_PuTqLA.js";
========
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-CZ30E1Am.js";
>>>>>>>> main:src/lutetia/web/static/assets/learn-CeRO--W9.js
