<<<<<<<< HEAD:src/lutetia/web/static/assets/index-C7sdr2cm.js
import{Ct as e,Dn as t,Kt as n,Xt as r,ft as i,z as a}from"./shared-CxCTMmGh.js";e(),i();var o=new URLSearchParams(location.search).get(`language`);await r(o??n.language,o!==null),addEventListener(`storage`,e=>{e.key===`language`&&e.newValue&&r(e.newValue)}),t(a,{target:document.getElementById(`app`)}),`serviceWorker`in navigator&&navigator.serviceWorker.register(`/sw.js`).catch(()=>void 0);
========
import{Ct as e,En as t,Gt as n,Yt as r,ft as i,z as a}from"./shared-Ck2ne0SW.js";e(),i();var o=new URLSearchParams(location.search).get(`language`);await r(o??n.language,o!==null),addEventListener(`storage`,e=>{e.key===`language`&&e.newValue&&r(e.newValue)}),t(a,{target:document.getElementById(`app`)}),`serviceWorker`in navigator&&navigator.serviceWorker.register(`/sw.js`).catch(()=>void 0);
>>>>>>>> main:src/lutetia/web/static/assets/index-B7Fgqz1w.js
