<<<<<<<< HEAD:src/lutetia/web/static/assets/learn-CQ5axl4C.js
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn--Lf67-IA.js";
========
export{i as CompanionPage,r as Guide,n as LessonPage,t as PartsPage}from"./learn-lz5vt-tp.js";
>>>>>>>> main:src/lutetia/web/static/assets/learn-CLb8EL9Z.js
