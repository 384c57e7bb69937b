<<<<<<<< HEAD:src/lutetia/web/static/assets/pages-5cxoNFiJ.js
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-BHyoA567.js";
========
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-DlLtK5B2.js";
>>>>>>>> main:src/lutetia/web/static/assets/pages-Ci1oT4Aw.js
