import marimo

app = marimo.App()


@app.cell
def _():
    import marey
    import marimo as mo

    p = mo.ui.anywidget(marey.Player("walk.bvh", loop=True))
    q = mo.ui.anywidget(marey.Player(["march.asf", "march.amc"], height=240))
    return mo, p, q


@app.cell
def _(p):
    p
    return


@app.cell
def _(mo, p):
    p.value
    w = p.widget
    mo.Html(f'<p class="said">STATE {round(w.current_time, 2)} {w.playing} {w.selected_joint} {w.range} {w.marks}</p>')
    return


@app.cell
def _(mo, p):
    def change(_):
        w = p.widget
        w.current_time, w.selected_joint, w.range, w.marks = 1.0, "LeftHand", (0.5, 1.5), [("step", 0.75), ("turn", 1, 1.25)]

    mo.ui.button(label="Set", on_click=change)
    return


@app.cell
def _(q):
    q
    return


if __name__ == "__main__":
    app.run()
