<<<<<<<< HEAD:src/lutetia/web/static/assets/pages-Co-l-40O.js
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-F-rjzvvt.js";
========
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-PaVaObEt.js";
>>>>>>>> main:src/lutetia/web/static/assets/pages-N4dZikou.js
