<<<<<<<< HEAD:src/lutetia/web/static/assets/pages-DJGUvs2L.js
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-tYbjN9t-.js";
========
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-CXLbDtOQ.js";
>>>>>>>> main:src/lutetia/web/static/assets/pages-nljHhn_A.js
