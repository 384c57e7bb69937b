<<<<<<<< HEAD:src/lutetia/web/static/assets/pages-HmmjYTOp.js
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-efxzAedK.js";
========
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-CSg1VJFS.js";
>>>>>>>> main:src/lutetia/web/static/assets/pages-DxFdZY5r.js
