"""How the page looks: by day and by night, on paper, on a narrow screen. No font, image or script is fetched."""

STYLE = """
:root{color-scheme:light dark;--paper:#fbfaf8;--card:#fff;--ink:#1c2024;--soft:#5d6570;--line:#e4e1da;
--accent:#2f5d8a;--bar:#7fa3c7;--bad:#b3402a}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--card:#1b1f24;--ink:#e7e5e0;--soft:#9aa3ad;--line:#2d333a;
--accent:#8ab8e6;--bar:#47698c;--bad:#ef8f78}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,
"Helvetica Neue",Arial,"PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",
"Source Han Sans SC","WenQuanYi Micro Hei",sans-serif}
:lang(zh){line-height:1.75}
main{max-width:62rem;margin:0 auto;padding:3.5rem 1.5rem 4rem}
header{border-bottom:1px solid var(--line);padding-bottom:2rem;margin-bottom:1rem}
h1{font-size:2.1rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 .35rem;font-weight:650}
h2{font-size:1.3rem;line-height:1.3;letter-spacing:-.005em;margin:0 0 .2rem;font-weight:620}
.subtitle{color:var(--soft);margin:0 0 1.4rem}
.summary{font-size:1.16rem;line-height:1.65;margin:0 0 1.8rem;max-width:48rem;text-wrap:pretty}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(10rem,1fr));gap:.75rem;margin:0;padding:0}
.tiles div{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.85rem 1rem}
.tiles dt{color:var(--soft);font-size:.82rem}
.tiles dd{margin:0;font-size:1.75rem;line-height:1.25;font-weight:640;font-variant-numeric:tabular-nums}
.tiles dd+dd{font-size:.8rem;line-height:1.4;font-weight:400;color:var(--soft);margin-top:.15rem}
.tiles .alarm dd:first-of-type{color:var(--bad)}
section{padding:2.2rem 0 .4rem}
section+section{border-top:1px solid var(--line)}
.lead{color:var(--soft);margin:0 0 1.1rem;max-width:46rem;text-wrap:pretty}
.quiet{color:var(--soft);margin:.4rem 0 1.2rem}
p{max-width:48rem}
figure{margin:1rem 0 1.4rem;background:var(--card);border:1px solid var(--line);border-radius:.6rem;
padding:.9rem .8rem 1rem}
figcaption{color:var(--soft);font-size:.85rem;line-height:1.5;padding:0 .6rem;max-width:44rem}
figcaption strong{display:block;color:var(--ink);font-weight:600;font-size:.95rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:1rem;align-items:start}
.figures figure{margin-bottom:.4rem}
svg.plot{display:block;width:100%;height:auto;max-width:44rem;margin:0 auto}
.plot text{font-family:inherit;font-size:13px;fill:var(--soft)}
.figures .plot text{font-size:17px}
.plot .tick line{stroke:var(--line)}
.plot .axis.bottom .tick line{stroke:none}
.plot-diagonal path{stroke:var(--soft)}
.plot-interval path{stroke:var(--soft);stroke-linecap:round}
.plot-line path{stroke:var(--accent)}
.plot-point circle{fill:var(--accent)}
.plot-faint circle{fill:var(--card);stroke:var(--accent);stroke-width:1.5}
.plot-bar path{stroke:var(--bar)}
.scroll{overflow-x:auto;margin:0 0 1.3rem}
.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
table{border-collapse:collapse;width:100%;font-size:.9rem;line-height:1.5}
caption{text-align:left;font-weight:600;font-size:.92rem;padding:.5rem 0 .45rem}
th,td{text-align:left;vertical-align:top;padding:.45rem .9rem .45rem 0;border-bottom:1px solid var(--line);
overflow-wrap:anywhere;min-width:3.2rem;unicode-bidi:isolate}
thead th{color:var(--soft);font-weight:500;font-size:.82rem;border-bottom-color:var(--soft);overflow-wrap:normal}
tbody th{font-weight:500;min-width:6.5rem}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;width:1%;padding-left:.9rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap;padding:0}
thead .number{white-space:normal;min-width:6.5rem}
.faint td,.faint th{color:var(--soft)}
.case{background:var(--card);border:1px solid var(--line);border-left:3px solid var(--bad);border-radius:.5rem;
padding:.8rem 1.1rem .7rem;margin:0 0 .8rem;break-inside:avoid}
.case dl{display:flex;gap:0 1.9rem;margin:0}
.case dl div{position:relative;flex:3 1 0;min-width:0}
.case dl div:nth-child(2){flex-grow:1.7}
.case dl div:nth-child(n+4){flex:0 1 4.5rem}
.case dl div:last-child{flex:0 0 8.6rem}
.case dl div+div::before{content:"→";position:absolute;left:-1.45rem;top:1.15rem;color:var(--soft)}
.case dt{color:var(--soft);font-size:.8rem}
.case dd{margin:0;line-height:1.45;overflow-wrap:anywhere;unicode-bidi:isolate}
.case dl div:first-child dd{font-weight:600}
.case dl div:last-child dd{color:var(--bad);font-weight:600}
.case .about{color:var(--soft);font-size:.82rem;margin:.45rem 0 0;overflow-wrap:anywhere}
footer{border-top:1px solid var(--line);margin-top:2.4rem;padding-top:1.2rem;color:var(--soft);font-size:.85rem}
footer p{margin:.3rem 0;max-width:52rem}
@media (max-width:36rem){main{padding:2rem 1rem 3rem}h1{font-size:1.65rem}.summary{font-size:1.05rem}
.case dl{display:block}
.case dl div{padding-left:1.4rem;margin-bottom:.35rem}.case dl div:first-child{padding-left:0}
.case dl div+div::before{left:0;top:1.1rem;content:"↳"}}
@media print{:root{color-scheme:light;--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#ccc;
--accent:#24507a;--bar:#9db8d3;--bad:#9a3420}
body{font-size:10.5pt}main{max-width:none;padding:0}section{padding:1.1rem 0 .2rem}.scroll{overflow:visible}
figure,.case,tr,.tiles div{break-inside:avoid}h2,.lead,caption{break-after:avoid}@page{margin:18mm 16mm}}
""".strip()
