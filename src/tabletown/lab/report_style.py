"""The style sheet of a report: the colours of the site, one column, tables that scroll, a print layout."""

STYLE = """
:root{color-scheme:light dark;--accent:ACCENT;--table:light-dark(#efe8da,#1b2129);--paper:light-dark(#fbf8f1,#262e38);
--ink:light-dark(#22303c,#eee8dc);--quiet:light-dark(#5a6873,#a9b1b8);--line:light-dark(#cfc6b4,#4a5663);
--good:light-dark(#2c6e3f,#8fd6a1);--bad:light-dark(#a8331f,#ff9e8a)}
*{box-sizing:border-box}
body{margin:0;background:var(--table);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:880px;margin:0 auto;padding:32px 16px 64px}
h1,h2{font-family:"Iowan Old Style",Palatino,Georgia,serif;line-height:1.2;margin:0 0 8px}
h1{font-size:30px}h2{font-size:20px}
p{margin:0 0 12px;max-width:70ch}
.over{color:var(--accent);font-weight:600;margin:0}
.part{font:600 18px "Iowan Old Style",Palatino,Georgia,serif;color:var(--accent)}
section{background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:20px 24px;margin:16px 0}
.plot{display:block;width:100%;min-width:480px;height:auto;font-family:system-ui,sans-serif}
.frame{overflow-x:auto}
table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums;width:100%}
th,td{text-align:right;padding:4px 8px;border-bottom:1px solid var(--line);white-space:nowrap}
th{color:var(--quiet);font-weight:600;vertical-align:bottom;white-space:normal}
.words{text-align:left}
hr{border:0;border-top:2px solid var(--line);margin:32px 0 16px}
@media (max-width:600px){section{padding:16px 12px}h1{font-size:24px}}
@media print{:root{color-scheme:light}body{background:none;font-size:11px}main{max-width:none;padding:0}
section{border:0;padding:0 0 12px;break-inside:auto}.plot,tr{break-inside:avoid}
table{font-size:9px}th,td{padding:2px 4px}}
"""
