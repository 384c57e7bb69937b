<<<<<<<< HEAD:src/lutetia/web/static/assets/pages-B6QYx3Hw.js
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-BKDZlzhp.js";
========
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-CglfhUci.js";
>>>>>>>> main:src/lutetia/web/static/assets/pages-B-e-C1u1.js
