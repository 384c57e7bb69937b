<<<<<<<< HEAD:src/lutetia/web/static/assets/pages-BHkgLl11.js
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-BZ6c63-G.js";
========
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-4qzHQ9_A.js";
>>>>>>>> main:src/lutetia/web/static/assets/pages-DbqNdV-q.js
