<<<<<<<< HEAD:src/lutetia/web/static/assets/index-DU9kenM5.js
import{H as e,Jt as t,Qt as n,Tt as r,kn as i,mt as a}from"./shared-DdL1FqD9.js";r(),a();var o=new URLSearchParams(location.search).get(`language`);await n(o??t.language,o!==null),addEventListener(`storage`,e=>{e.key===`language`&&e.newValue&&n(e.newValue)}),i(e,{target:document.getElementById(`app`)}),`serviceWorker`in navigator&&navigator.serviceWorker.register(`/sw.js`).catch(()=>void 0);
========
import{H as e,Jt as t,Qt as n,Tt as r,kn as i,mt as a}from"./shared-jadC-2iw.js";r(),a();var o=new URLSearchParams(location.search).get(`language`);await n(o??t.language,o!==null),addEventListener(`storage`,e=>{e.key===`language`&&e.newValue&&n(e.newValue)}),i(e,{target:document.getElementById(`app`)}),`serviceWorker`in navigator&&navigator.serviceWorker.register(`/sw.js`).catch(()=>void 0);
>>>>>>>> main:src/lutetia/web/static/assets/index-B9gdwbRR.js
