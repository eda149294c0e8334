/// How the page looks. Contrast of text is at least 4.5 to 1 in either scheme (WCAG 2.2, 1.4.3); the lock screens are
/// pictures and keep their own colours. A line of theirs has room for as many letters of middling width as ``ScreenForm``
/// says, however wide the picture is, so that it cuts what its caption says is cut.
let pageStyle = """
    :root { color-scheme: light dark; --page: #f5f5f2; --card: #ffffff; --ink: #1c1d1f; --soft: #555b63; --edge: #85898f;
    --link: #0b4c9c; --bar: #2f6f3e; --well: #eeeeea }
    @media (prefers-color-scheme: dark) { :root { --page: #131416; --card: #1e2023; --ink: #ececea; --soft: #b0b6be;
    --edge: #7d838b; --link: #92c0ff; --bar: #7fc48f; --well: #282b2f } }
    * { box-sizing: border-box }
    html { -webkit-text-size-adjust: 100% }
    body { margin: 0 auto; max-width: 78rem; padding: 1rem; font: 1rem/1.45 system-ui, sans-serif; color: var(--ink);
    background: var(--page); overflow-wrap: anywhere }
    h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0 } h2 { font-size: 1.3rem; margin: 0 0 .5rem }
    h3 { font-size: 1rem; margin: 1.25rem 0 .4rem } h4 { font-size: .9rem; margin: .8rem 0 .2rem }
    p { margin: 0 0 .4rem } a { color: var(--link) } code, pre { font-family: ui-monospace, monospace; font-size: .85rem }
    a:focus-visible, summary:focus-visible, input:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
    nav ul { list-style: none; padding: 0; margin: .8rem 0; display: flex; flex-wrap: wrap; gap: .4rem 1rem }
    nav a { display: inline-block; padding: .25rem 0 }
    article, section { background: var(--card); border: 1px solid var(--edge); border-radius: .6rem; padding: 1rem;
    margin: 0 0 1rem }
    .target, .fact, .note, figcaption { color: var(--soft); font-size: .9rem; font-weight: 400 }
    .message { font-size: 1.15rem; white-space: pre-line }
    .screens { display: flex; flex-wrap: wrap; gap: 1rem }
    figure { margin: 0; width: 22rem; max-width: 100%; display: flex; flex-direction: column; container-type: inline-size }
    figcaption { margin-top: .3rem }
    .screen { flex: 1; border-radius: 1.6rem; padding: .9rem .7rem 2.2rem; font: 13px/1.32 system-ui, sans-serif;
    font-size: min(13px, 3.69cqi);
    print-color-adjust: exact; -webkit-print-color-adjust: exact }
    .screen p { margin: 0 } .clock { text-align: center; font-size: 2.6rem; font-weight: 300; margin-bottom: .6rem !important }
    .alert { padding: .6rem .75rem } .app { display: flex; gap: .4rem; align-items: center; font-size: .8rem }
    .app span { width: 1rem; height: 1rem; border-radius: .25rem; background: #b3261e }
    .title { font-weight: 600; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
    .body { white-space: pre-line; display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden }
    .lack { text-align: center; font-style: italic }
    .apple .screen { background: #2b3f63; color: #fff; font-size: min(14px, 3.98cqi) } .apple .alert { background: #f2f2f5; color: #111; border-radius: 1.1rem }
    .apple .app { color: #515156 } .apple .body { -webkit-line-clamp: 4; line-clamp: 4 }
    .android .screen { background: #23362f; color: #fff; border-radius: 1.2rem }
    .android .alert { background: #fbfcf8; color: #191c1a; border-radius: 1.4rem }
    .android .app { color: #4c544e } .android .app span { border-radius: 50% }
    .android .body { display: block; white-space: nowrap; text-overflow: ellipsis }
    .windows .screen { background: #14365c; color: #fff; border-radius: .3rem }
    .windows .alert { background: #1f1f1f; color: #fff; border-radius: .4rem } .windows .app { color: #d0d0d0 }
    .windows .body { -webkit-line-clamp: 3; line-clamp: 3 } .windows .app span { border-radius: 0 }
    table { border-collapse: collapse } td, th { padding: .15rem .9rem .15rem 0; text-align: end; vertical-align: middle }
    th:first-child { text-align: start } th { font-weight: 400 } thead { color: var(--soft); font-size: .9rem }
    meter { width: 8rem; height: .9rem; vertical-align: middle }
    ol, ul { margin: 0; padding-inline-start: 1.4rem } li { margin: .35rem 0 } ol p { margin: 0 }
    summary { cursor: pointer; padding: .3rem 0 }
    pre { background: var(--well); padding: .6rem; border-radius: .4rem; white-space: pre-wrap; margin: .2rem 0 .6rem }
    fieldset { border: 1px solid var(--edge); border-radius: .4rem; margin: 0 0 .7rem; padding: .3rem .8rem .5rem; min-width: 0 }
    fieldset > span { display: inline-block; margin-inline-end: 1rem; padding: .15rem 0 }
    input[type=radio] { width: 1.1rem; height: 1.1rem; vertical-align: -.15rem; accent-color: var(--link) }
    @media (max-width: 40rem) { body { padding: .6rem } article, section { padding: .8rem }
    meter { width: 4.5rem } td, th { padding-inline-end: .5rem } }
    @media print { body { max-width: none; padding: 0; background: #fff } .filters, nav { display: none } figure { width: 47% }
    article, figure, .group > ul > li { break-inside: avoid } article, section { border-color: #888 } }

    """
