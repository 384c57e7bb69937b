<<<<<<<< HEAD:src/lutetia/web/static/assets/pages-Bl38zbfU.js
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-CZuSSaC0.js";
========
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-DQdxgDLW.js";
>>>>>>>> main:src/lutetia/web/static/assets/pages-DIp8e7H4.js
