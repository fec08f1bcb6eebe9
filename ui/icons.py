"""The site's own icons: the shapes inside a 24 × 24 box, 2 px stroke, drawn for this project.

Only shapes: colour and stroke come from the stylesheet (`.ic`). Power-ups bring their icons with them.
"""

from collections.abc import Mapping

SHAPES: Mapping[str, str] = {
    "aim": '<circle cx="12" cy="12" r="7.5"/><path d="M12 2v6M12 16v6M2 12h6M16 12h6"/>',
    "arrow": '<path d="M4 12h15M13 6l6 6-6 6"/>',
    "ban": '<circle cx="12" cy="12" r="8.5"/><path d="M6 6l12 12"/>',
    "bag": (
        '<path d="M8 7.5C5.5 9.5 4 12.5 4 15.5 4 19 7 21 12 21s8-2 8-5.5c0-3-1.5-6-4-8M7.5'
        ' 3.5c1.5.8 3 .8 4.5 0 1.5.8 3 .8 4.5 0L16 7.5H8z"/>'
    ),
    "bolt": '<path d="M13.5 2.5L5 13.5h6l-1.5 8 9-11.5h-6z"/>',
    "book": '<path d="M12 6c-2.5-1.8-5-2-8-2v14c3 0 5.5.2 8 2 2.5-1.8 5-2 8-2V4c-3 0-5.5.2-8 2zM12 6v14"/>',
    "calendar": '<rect x="4" y="5.5" width="16" height="15" rx="2"/><path d="M4 10.5h16M8.5 3v4M15.5 3v4"/>',
    "chart": '<path d="M4 20V4M4 20h16M8 16l4-5 3 3 5-7"/>',
    "bulb": (
        '<path d="M9 17.5h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.3 1 2.1h5c0-.8.4-1.6 1-2.1A6 6 0 0 0 12 3z"/>'
    ),
    "check": '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
    "chev": '<path d="M9.5 5.5L16 12l-6.5 6.5"/>',
    "clock": '<circle cx="12" cy="13" r="8"/><path d="M12 9v4.2l2.6 1.6M9.5 2.5h5"/>',
    "copy": (
        '<rect x="8" y="8" width="12" height="12" rx="2"/>'
        '<path d="M16 8V5.5A1.5 1.5 0 0 0 14.5 4h-9A1.5 1.5 0 0 0 4 5.5v9A1.5 1.5 0 0 0 5.5 16H8"/>'
    ),
    "dead": '<path d="M6 5l3.5 5-2 2.5L12 14l-1 5M18 5l-3 4 3 3-2 3 2 4" stroke-width="2.4"/>',
    "dots": '<path d="M5.5 12h.1M12 12h.1M18.5 12h.1" stroke-width="3.5"/>',
    "download": '<path d="M12 4v10M8 10.5l4 4 4-4M5 19.5h14"/>',
    "fit": '<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>',
    "eye": '<path d="M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5s-7-2-9.5-6.5z"/>'
    '<circle cx="12" cy="12" r="3"/>',
    "flag": '<path d="M6 21V4h11l-2.5 4 2.5 4H6"/>',
    "gear": ('<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>'),
    "globe": '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c-5 5-5 12 0 17 5-5 5-12 0-17z"/>',
    "history": '<path d="M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8"/>',
    "bell": '<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4"/>',
    "puzzle": '<path d="M10 4h4v3a2 2 0 0 0 4 0h2v6h-3a2 2 0 0 0 0 4h3v3H4v-6h2a2 2 0 0 0 0-4H4V4z"/>',
    "home": '<path d="M4 11l8-7 8 7v9H4zM10 20v-5.5h4V20"/>',
    "infinity": (
        '<path d="M12 12c-2-3-3.6-4-5.3-4a4 4 0 0 0 0 8c1.7 0 3.3-1 5.3-4zm0 0c2 3 3.6 4 5.3 4a4 4'
        ' 0 0 0 0-8c-1.7 0-3.3 1-5.3 4z"/>'
    ),
    "bend-down": '<path d="M4 6h7a5 5 0 0 1 5 5v8M11.5 15l4.5 4.5 4.5-4.5"/>',
    "bend-right": '<path d="M6 4v7a5 5 0 0 0 5 5h8M15 11.5l4.5 4.5-4.5 4.5"/>',
    "black": '<path d="M4.5 4H9v16H4.5M19.5 4H15v16h4.5"/>',
    "info": '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.5M12 7.7v.1"/>',
    "keyboard": (
        '<rect x="2.5" y="6" width="19" height="12" rx="2.5"/>'
        '<path d="M6.5 10h.1M10.2 10h.1M13.9 10h.1M17.5 10h.1M8 14h8"/>'
    ),
    "lock": '<rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>',
    "mail": '<rect x="3" y="5.5" width="18" height="13" rx="2"/><path d="m3.5 7 8.5 6 8.5-6"/>',
    "minus": '<path d="M5 12h14"/>',
    "mute": '<path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5"/>',
    "off": (
        '<path d="M3 3l18 18M8.5 15.5a5 5 0 0 1 7 0M5.3 12.2A9.5 9.5 0 0 1 9 9.9M2.5 8.8a14 14 0 0'
        ' 1 3.3-2.2M18.7 12.2a9.6 9.6 0 0 0-3.2-2.1M21.5 8.8A14 14 0 0 0 10.5 5.2M12 19.2v.1"/>'
    ),
    "pass": '<path d="M5 5.5v13l8-6.5zM18 5.5v13"/>',  # nosec B105  # a drawing
    "people": (
        '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 19.5c.6-3.5 3-5 6.5-5s5.9 1.5 6.5 5M16 5.5a3.5 3.5 0 0 1 0 6.5'
        'M18 14.8c2 .7 3.2 2.2 3.5 4.7"/>'
    ),
    "phone": '<rect x="7" y="2.5" width="10" height="19" rx="2"/><path d="M11 18.5h2"/>',
    "play": '<path d="M7 4.5v15l12-7.5z"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "recall": '<path d="M12 3v10M8 9.5l4 4 4-4M4 15v3.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V15"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21"/>',
    "share": '<path d="M12 15V3.5M8 7l4-4 4 4M5 12v7.5h14V12"/>',
    "send": '<path d="M4 12L20 4.5 15.5 20l-4-6.5zM11.5 13.5L20 4.5"/>',
    "shop": '<path d="M5 9h14l-1 11H6zM8.5 9V7a3.5 3.5 0 0 1 7 0v2"/>',
    "shuffle": (
        '<path d="M3 7h3.2c2 0 3.3 1 4.4 2.6l2.8 4.8C14.5 16 15.8 17 17.8 17H21M18 14l3 3-3 3M3'
        ' 17h3.2c1.3 0 2.3-.4 3.1-1.1M13.8 8.1C14.7 7.4 15.7 7 17 7h4M18 4l3 3-3 3"/>'
    ),
    "sound": '<path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18.3 6.5a8 8 0 0 1 0 11"/>',
    "star": '<path d="M12 2.8l2.8 6 6.4.8-4.7 4.5 1.2 6.5L12 17.4l-5.7 3.2 1.2-6.5L2.8 9.6l6.4-.8z"/>',
    "swords": (
        '<path d="M4 4l10.5 10.5M4 4v3.5M4 4h3.5M20 4L9.5 14.5M20 4v3.5M20 4h-3.5M6.5 12.5l5 5M17.5 12.5l-5 5'
        'M8.5 15.5L4.5 20M15.5 15.5l4 4.5"/>'
    ),
    "swap": '<path d="M4 9h14l-3.5-3.5M20 15H6l3.5 3.5"/>',
    "theme": '<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5v17a8.5 8.5 0 0 0 0-17z" fill="currentColor"/>',
    "tiles": (
        '<rect x="3.5" y="7" width="11" height="13" rx="2"/>'
        '<path d="M9 7V5.5A1.5 1.5 0 0 1 10.5 4h8A1.5 1.5 0 0 1 20 5.5v10a1.5 1.5 0 0 1-1.5 1.5h-4"/>'
    ),
    "trophy": (
        '<path d="M7 4h10v6a5 5 0 0 1-10 0zM7 6H3.5c0 3.5 1.5 5 3.8 5M17 6h3.5c0 3.5-1.5 5-3.8 5M12 15v3M8 21h8'
        'l-1-3H9z"/>'
    ),
    "unknown": (
        '<circle cx="12" cy="12" r="8.5"/><path d="M9.5 9.7a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.2.9-1.2 1.7M12 16.6v.1"/>'
    ),
    "user": '<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6"/>',
    "warn": '<path d="M12 4L2.8 19.5h18.4zM12 10v4.5M12 17.3v.2"/>',
    "letters": '<path d="M4 20h16M7 16l5-12 5 12M8.7 12h6.6"/>',
    "wall": (
        '<path d="M12 2.5v19" stroke-width="4.5"/><path d="M3 6.5h4M3 12h4M3 17.5h4M17 6.5h4M17 12h4M17 17.5h4"/>'
    ),
    "special": '<circle cx="8" cy="8" r="4.5"/><rect x="12" y="12" width="8.5" height="8.5" rx="1"/>',
    "first": '<path d="M6 21V4M6 5h12l-3 4 3 4H6"/><path d="M10.5 7.2L12 6.3v5"/>',
    "backpack": '<path d="M6 20V10a6 6 0 0 1 12 0v10zM9 4.5V3h6v1.5M9 20v-5h6v5M9.5 10.5h5"/>',
    "clear": '<path d="M5 19L19 5M8 4h8M4 8v8M20 8v8M8 20h8"/>',
    "straight": '<path d="M3 12h18M6 8.5v7M12 8.5v7M18 8.5v7"/>',
    "connect": (
        '<rect x="3" y="9" width="6" height="6" rx="1"/><rect x="15" y="9" width="6" height="6" rx="1"/>'
        '<path d="M9 12h6"/>'
    ),
    "talk": '<path d="M4 5h16v11h-9l-4.5 4v-4H4z"/>',
    "undo": '<path d="M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"/>',
    "x": '<path d="M6 6l12 12M18 6L6 18"/>',
    "zen": '<circle cx="12" cy="12" r="3"/><path d="M12 4v2M12 18v2M4 12h2M18 12h2"/>',
    "zoom": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21M10.5 7.8v5.4M7.8 10.5h5.4"/>',
}
"""Name of an icon to its SVG shapes."""
