<<<<<<<< HEAD:src/lutetia/web/static/assets/pages-CTm9gvRK.js
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-EAPm3OBW.js";
========
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-DRLfWOCY.js";
>>>>>>>> main:src/lutetia/web/static/assets/pages-DYE7htZc.js
