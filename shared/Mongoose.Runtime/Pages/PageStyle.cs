namespace Mongoose.Runtime.Pages;

/// <summary>The report's style sheet: the reader's system fonts and preferred colour scheme; always light in print.</summary>
public static class PageStyle
{
    public static readonly string Css =
        $":root {{ color-scheme: light dark; {Light} {Palette.Variables(dark: false)} }}\n"
        + $"@media (prefers-color-scheme: dark) {{ :root {{ {Dark} {Palette.Variables(dark: true)} }} }}\n"
        + $"@media print {{ :root {{ color-scheme: light; {Light} --paper: #fff; {Palette.Variables(dark: false)} }} }}\n"
        + Palette.Rules() + Layout + Charts + Print;

    private const string Light =
        "--paper: #fdfdfc; --ink: #1c2227; --quiet: #5b656e; --rule: #dfe3e6; --grid: #e9ecee; "
        + "--stock: #7a838b; --mongoose: #0b62a4; --tint: #eef4f9; --notice: #fff3d6; --pass: #00745a; --fail: #b3261e;";

    private const string Dark =
        "--paper: #14181b; --ink: #e6e9eb; --quiet: #9aa5ae; --rule: #333b41; --grid: #262d32; "
        + "--stock: #98a2ab; --mongoose: #6db5f2; --tint: #1b2731; --notice: #3d3214; --pass: #4cc3a0; --fail: #ff8a7a;";

    private const string Layout = """
        * { box-sizing: border-box }
        body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.55;
          font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif }
        main { max-width: 1120px; margin: 0 auto; padding: 56px 32px 72px }
        .eyebrow { margin: 0 0 12px; max-width: none; color: var(--quiet); font-size: 14px }
        h1 { margin: 0 0 40px; max-width: 31em; font-size: clamp(22px, 3.1vw, 31px); line-height: 1.3; font-weight: 600;
          letter-spacing: -.01em; text-wrap: pretty }
        h2 { margin: 64px 0 8px; font-size: 22px; line-height: 1.3; font-weight: 600 }
        details { margin-top: 48px }
        summary { cursor: pointer }
        summary h2 { display: inline }
        h3 { margin: 0 0 8px; font-size: 15px; font-weight: 600 }
        p { margin: 0 0 16px; max-width: 46em }
        .quiet { color: var(--quiet) }
        .notice { padding: 10px 14px; background: var(--notice); border-radius: 6px }
        .scroll { overflow-x: auto }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums }
        th, td { padding: 7px 0 7px 28px; text-align: right; white-space: nowrap; font-weight: 400 }
        th:first-child, td:first-child { padding-left: 0; text-align: left }
        thead th { padding-top: 3px; padding-bottom: 3px; color: var(--quiet); font-size: .9em }
        thead th[colspan] { color: var(--ink); font-weight: 600; text-align: center }
        tbody tr { border-top: 1px solid var(--rule) }
        .summary { width: 100%; max-width: 860px }
        .summary th + th, .summary td + td { padding: 7px 16px }
        .summary thead th + th { padding-top: 3px; padding-bottom: 3px }
        td.ours, th.ours { background: var(--tint) }
        td.ours { color: var(--mongoose); font-weight: 600 }
        .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 36px 40px;
          margin-top: 28px }
        figure { margin: 0; min-width: 0 }
        figcaption { margin-bottom: 8px; font-size: 15px }
        figcaption b { font-weight: 600 }
        .legend { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 24px 0 -8px; padding: 0; list-style: none;
          font-size: 14px }
        .swatch { display: inline-block; width: 11px; height: 11px; margin-right: 8px; border-radius: 2px;
          print-color-adjust: exact; -webkit-print-color-adjust: exact }
        .channels { width: 100%; table-layout: fixed; font-size: 14px }
        .channels th, .channels td { padding: 5px 0 5px 14px }
        .channels th:first-child, .channels td:first-child { padding-left: 0 }
        .channels thead th[colspan] { text-align: right }
        .figures { display: grid; gap: 36px; margin-top: 28px }
        .players { display: grid; gap: 12px; max-width: 640px }
        .players audio { display: block; width: 100% }
        .verdicts td:nth-child(n+6), .verdicts th:nth-child(n+6) { text-align: left; white-space: normal }
        .pass { color: var(--pass) }
        .fail { color: var(--fail); font-weight: 600 }
        .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 0 40px }
        dl { display: grid; grid-template-columns: 11em 1fr; gap: 6px 16px; margin: 12px 0 0; align-content: start;
          font-size: 15px }
        dt { color: var(--quiet) }
        dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
        pre { margin: 12px 0 0; padding: 14px 18px; background: var(--tint); border-radius: 6px; white-space: pre-wrap;
          overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }

        """;

    private const string Charts = """
        svg { display: block; width: 100%; height: auto; overflow: visible; font-size: 12px;
          font-variant-numeric: tabular-nums }
        svg text { fill: var(--quiet) }
        svg .grid { stroke: var(--grid) }
        svg .axis { stroke: var(--quiet) }
        svg .reference { stroke: var(--ink); stroke-width: 1.2; stroke-dasharray: 5 4 }
        svg .halo { fill: var(--ink); stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; paint-order: stroke }
        svg .area { background: none; print-color-adjust: exact; -webkit-print-color-adjust: exact }
        svg .curve { fill: none; stroke-width: 2.2; stroke-linejoin: round }
        svg .stock { stroke: var(--stock); stroke-dasharray: 7 3 }
        svg .mongoose { stroke: var(--mongoose) }
        svg circle.dot { fill: var(--paper); stroke-width: 2; stroke-dasharray: none }
        svg .spread { stroke: none; opacity: .16 }
        svg .shade { fill: var(--ink); opacity: .07; stroke: none }
        svg .cross { fill: none; stroke-width: 1.8; stroke-dasharray: none }
        svg .box { stroke-dasharray: none; fill-opacity: .35; stroke-width: 1.4 }
        svg .whisker { stroke: var(--ink); stroke-width: 1.2 }
        svg .median { stroke: var(--ink); stroke-width: 2.4 }
        svg .outlier { fill: none; stroke-width: 1; stroke-dasharray: none; opacity: .6 }
        svg .area { stroke: none }
        svg .isoline { fill: none; stroke: var(--ink); stroke-width: 1.2 }
        svg .isolabel { fill: var(--ink); stroke: var(--paper); stroke-width: 3.5px; stroke-linejoin: round; paint-order: stroke }
        svg .paper { fill: none; stroke: var(--rule) }
        svg .late { fill: none; stroke-width: 1.8 }
        svg .point { fill: none; stroke-width: 4px; stroke-linecap: round }
        svg .point.edge { stroke-width: 6.4px }
        svg .late.fine { stroke-width: .8 }
        svg .point.fine { stroke-width: 1.8px }
        svg .point.fine.edge { stroke-width: 3.2px }
        svg .point.true { stroke: var(--paper) }
        svg .point.true.edge { stroke: var(--ink) }
        svg .point.shown { stroke: var(--fail) }
        svg .point.shown.edge { stroke: var(--paper) }
        svg .name { font-weight: 600; fill: var(--ink) }
        svg rect { print-color-adjust: exact; -webkit-print-color-adjust: exact }

        """;

    private const string Print = """
        @page { margin: 15mm }
        @media print {
          main { max-width: none; padding: 0 }
          body { font-size: 10pt }
          h1 { margin-bottom: 24px; font-size: 18pt }
          h2 { margin-top: 32px; font-size: 14pt; break-after: avoid }
          .pair, .facts { grid-template-columns: 1fr 1fr; gap: 20px 24px; margin-top: 18px }
          figcaption, dl, pre { font-size: 9pt }
          dl { grid-template-columns: 9em 1fr }
          .channels, .legend { font-size: 8.5pt }
          figure, dl, .pair, tr { break-inside: avoid }
          thead { display: table-header-group }
          .legend, section p { break-after: avoid }
        }
        @media (max-width: 640px) {
          main { padding: 32px 18px 48px }
          .summary thead th { white-space: normal; vertical-align: bottom }
          .summary th + th, .summary td + td { padding: 7px 8px }
          dl { grid-template-columns: 1fr; gap: 0 }
          dd { margin-bottom: 8px }
        }

        """;
}
