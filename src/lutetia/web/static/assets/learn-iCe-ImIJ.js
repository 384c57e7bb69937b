<<<<<<<< HEAD:src/lutetia/web/static/assets/learn-B6VLJzMj.js
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-Dk-X0ejl.js";
========
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-D9Ado81l.js";
>>>>>>>> main:src/lutetia/web/static/assets/learn-iCe-ImIJ.js
