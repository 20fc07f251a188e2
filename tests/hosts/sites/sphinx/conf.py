project = "Motion"
extensions = []
html_static_path = ["_static"]
html_js_files = [("marey/marey-player.js", {"type": "module"})]
html_show_sphinx = False
html_theme = "furo"

# The only block of Alabaster's sidebar without inline scripts, which a strict policy refuses.
if tags.has("alabaster"):  # noqa: F821
    html_theme = "alabaster"
    html_sidebars = {"**": ["navigation.html"]}
