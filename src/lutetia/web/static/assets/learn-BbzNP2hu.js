<<<<<<<< HEAD:src/lutetia/web/static/assets/learn-BbzNP2hu.js
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-D3VTki-t.js";
========
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-CYa8R6JH.js";
>>>>>>>> main:src/lutetia/web/static/assets/learn-ONAuMeT1.js
