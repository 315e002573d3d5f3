"""House fronts of Main Street, each 160 by 116 units and standing on its lower edge."""

from tabletown.games.penny_lane.drawing.tokens import define

W, H = 160, 116
FRONTS: dict[str, str] = {
    "bank": """
        <path class="shade" d="M18 40h132v76H18Z"/><path class="cream" d="M16 44h128v72H16Z"/>
        <path class="sand" d="M8 44 80 12l72 32Z"/><path class="cream" d="M34 40 80 19l46 21Z"/>
        [i-penny 70 22 18]<path class="sand" d="M10 44h140v8H10Z"/><path class="shade" d="M16 52h128v4H16Z"/>
        <path class="hole" d="M66 116V72a14 14 0 0 1 28 0v44Z"/>
        <path class="mustard" d="M80 58v58" stroke-width="1.6"/>[col 20 52 11 60] [col 42 52 11 60]
        [col 107 52 11 60] [col 129 52 11 60]<path class="stone" d="M8 110h144v6H8Z"/>
    """,
    "barracks": """
        <path class="shade" d="M20 44h128v72H20Z"/><path class="slate" d="M30 50h100v66H30Z"/>
        <path class="slate" d="M30 50v-8h10v5h10v-5h10v5h10v-5h10v5h10v-5h10v5h10v-5h10v5h10v3Z"/>
        <path class="stone" d="M12 116V28h-3V14h9v6h7v-6h9v6h7v-6h0v0h3v14h-3v88Z"/>
        <path class="stone" d="M116 116V28h-3V14h9v6h7v-6h9v6h7v-6h3v14h-3v88Z"/>
        <path class="shade" d="M12 30h29v4H12ZM116 30h29v4h-29Z"/>[arch 22 42 10 18] [arch 126 42 10 18]
        [arch 22 74 10 18] [arch 126 74 10 18]<path class="wood" d="M52 116V86a16 16 0 0 1 56 0v30Z"/>
        <path class="hole" d="M58 116V88a14 14 0 0 1 44 0v28Z"/>[flag.brick 78 12 24 30]
    """,
    "black_market": """
        <path class="shade" d="M22 30h118v86H22Z"/><path class="deep" d="M18 34 138 28v88H18Z"/>
        <path class="plum" d="M10 38 36 12l88-6 22 26Z"/><path class="stone" d="M104 12V2h11v12Z"/>
        [shutter 28 44 13 18] [shutter 43 44 13 18] [shutter 96 42 13 18] [shutter 111 42 13 18]
        <path class="mustard" d="M76 40h6l2 5v10H74V45Z"/><path class="window" d="M76 47h6v6h-6Z"/>
        [awning.brick 26 66 104 14]<path class="hole" d="M66 116V84h30v32Z"/>
        <path class="brick" d="M66 84h30l-6 14-9-7-9 7Z"/>[crate 28 92 24 24] [crate 44 98 18 18]
        [crate 106 98 18 18]
    """,
    "gazette": """
        <path class="shade" d="M20 30h124v86H20Z"/><path class="rose" d="M16 34h128v82H16Z"/>
        <path class="brick" d="M12 26h136v9H12Z"/><path class="shade" d="M16 35h128v4H16Z"/>
        <path class="cream" d="M34 4h92v22H34Z"/><path class="bare" d="M40 26v4M120 26v4"/>
        <text class="c-ink-paper c-serif" stroke="none" x="80" y="20" text-anchor="middle" font-weight="700"
          font-size="15">GAZETTE</text>[win 26 44 17 22]
        [win 50 44 17 22] [win 93 44 17 22] [win 117 44 17 22]<path class="cream" d="M73 42h15v26H73Z"/>
        <path class="bare" d="M76 46h9M76 50h9M76 54h4M76 58h4M76 62h9" stroke-width=".9"/>
        <path class="wood" d="M13 74h134v6H13Z"/>[door 70 82 22 34] [shop 24 86 36 24] [shop 102 86 36 24]
        [sheet 29 80 11 13] [sheet 42 80 11 13] [sheet 109 80 11 13] [sheet 122 80 11 13]
    """,
    "masons_guild": """
        <path class="shade" d="M22 40h122v76H22Z"/>
        <path class="brick" d="M18 116V52h10V42h12V32h12V22h12V10h32v12h12v10h12v10h12v10h10v64Z"/>
        <path class="cream" d="M62 8h36v4H62ZM50 20h14v4H50ZM96 20h14v4H96ZM38 30h14v4H38ZM108 30h14v4h-14ZM26
          40h14v4H26ZM120 40h14v4h-14ZM15 50h14v4H15ZM131 50h14v4h-14Z"/>
        <circle class="cream" cx="80" cy="40" r="16"/><path class="stone" d="M80 54 91 36H69Z"/>
        <path class="wood" d="M78.3 27h3.4v9.5h-3.4Z"/>[arch 32 60 14 20] [arch 114 60 14 20]
        [arch 60 62 12 18] [arch 88 62 12 18]<path class="cream" d="M14 84h132v5H14Z"/>
        <path class="shade" d="M18 89h124v3H18Z"/>[door 68 89 24 27]
        <path class="stone" d="M24 104h14v12H24ZM38 104h14v12H38ZM31 92h14v12H31Z"/>
        <path class="brick" d="M108 108h12v8h-12ZM120 108h12v8h-12ZM114 100h12v8h-12Z"/>
    """,
    "temple": """
        <path class="shade" d="M20 58h128v58H20Z"/>
        <path class="sage" d="M40 54c0-24 18-40 40-40s40 16 40 40Z"/>
        <path class="light" d="M52 50c1-16 9-26 20-31-8 8-11 19-11 31Z"/>
        <path class="mustard" d="M77 14V6h6v8Z"/><circle class="mustard" cx="80" cy="5" r="4"/>
        <path class="bare" d="M80 14v40M60 20c-5 10-6 22-6 34M100 20c5 10 6 22 6 34" stroke-width=".9"/>
        <path class="cream" d="M34 52h92v12H34Z"/><path class="cream" d="M16 70h128v40H16Z"/>
        <path class="stone" d="M12 62h136v9H12Z"/><path class="shade" d="M16 71h128v4H16Z"/>
        <path class="hole" d="M66 112V88a14 14 0 0 1 28 0v24Z"/>[col 22 71 11 39] [col 46 71 11 39]
        [col 103 71 11 39] [col 127 71 11 39]<path class="stone" d="M8 110h144v6H8Z"/>
    """,
    "tower": """
        <path class="shade" d="M60 30h52v86H60Z"/><path class="stone" d="M12 84h136v32H12Z"/>
        <path class="pave" d="M12 84v-8h12v5h12v-5h12v5h12v-5h0v8ZM148 84v-8h-12v5h-12v-5h-12v5h-12v-5h0v8Z"/>
        <path class="sand" d="M54 116V34h52v82Z"/><path class="shade" d="M54 46h52v5H54Z"/>
        <path class="wood" d="M50 38h60v8H50Z"/><path class="deep" d="M46 38 80 0l34 38Z"/>
        <circle class="cream" cx="80" cy="66" r="14"/>
        <path class="brick" d="M72 63h10v-4l7 6-7 6v-4H72Z" stroke-width=".9" transform="translate(-1 -3)"/>
        <path class="deep" d="M88 68H78v-4l-7 6 7 6v-4h10Z" stroke-width=".9" transform="translate(1 0)"/>
        <circle class="window" cx="80" cy="26" r="5"/>[door 70 88 20 28] [arch 24 92 10 16]
        [arch 126 92 10 16]
    """,
    "town_hall": """
        <path class="shade" d="M16 52h136v64H16Z"/><path class="sage" d="M12 54h136v62H12Z"/>
        <path class="moss" d="M6 56 20 36h120l14 20Z"/><path class="sage" d="M62 56V29h36v27Z"/>
        <path class="shade" d="M62 52h36v4H62Z"/><path class="moss" d="M58 30 80 13l22 17Z"/>
        [flag.mustard 78.5 0 12 15]<circle class="cream" cx="80" cy="41" r="9"/>
        <path class="bare" d="M80 36v5l4 3" stroke-width="1.6"/>[arch 22 62 13 20] [arch 46 62 13 20]
        [arch 101 62 13 20] [arch 125 62 13 20] [arch 22 90 13 20] [arch 125 90 13 20]
        <path class="cream" d="M46 88h68v5H46Z"/>[col 50 93 8 21] [col 102 93 8 21] [door 67 88 26 28]
        <path class="cream" d="M56 84l24-14 24 14Z"/>
    """,
}
SYMBOLS: dict[str, str] = {
    f"front-{name}": define(f"front-{name}", W, H, f'<g class="k">{body}</g>') for name, body in FRONTS.items()
}
