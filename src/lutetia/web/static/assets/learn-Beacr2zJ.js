<<<<<<<< HEAD:src/lutetia/web/static/assets/learn-BHPNQ6BL.js
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-CF0HGY_p.js";
========
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-C8TOv5kL.js";
>>>>>>>> main:src/lutetia/web/static/assets/learn-Beacr2zJ.js
