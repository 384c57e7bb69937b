<<<<<<<< HEAD:src/lutetia/web/static/assets/pages-C7oYjVPE.js
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-Dxqp-pwf.js";
========
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-DTpmkuDn.js";
>>>>>>>> main:src/lutetia/web/static/assets/pages-CkzVkgVE.js
