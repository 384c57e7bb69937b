<<<<<<<< HEAD:src/lutetia/web/static/assets/pages-e8Se-fRE.js
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-BecF-TfH.js";
========
export{i as DataPage,u as Friend,l as Help,c as Lobby,s as MyGames,o as Profile,a as ReplayPage,r as RuleSheet,n as RulesPage,t as TablePage}from"./pages-2FOFMsg0.js";
>>>>>>>> main:src/lutetia/web/static/assets/pages-UQEqWpW-.js
