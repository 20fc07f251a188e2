/** What the controls cover: the figure is framed in what they leave. */

export class Insets {
  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    this.ui = ui;
    ui.session.on('size', () => this.measure());
    ui.session.on('fault', () => this.measure());
  }

  measure() {
    const { bar, element, panels, session: { host }, top } = this.ui;
    const { width, height } = host.size;
    const tallBar = bar && element.controls ? bar.root.offsetHeight + 12 : 0;
    const { offsetWidth: wide = 0, offsetHeight: tall = 0 } = panels.root ?? {};
    // Beside the figure, or on a phone below it. A panel that leaves no room is laid over it.
    const right = wide && width - wide > 480 ? wide + 16 : 0;
    const below = wide > width - 32 && tall < height / 2 ? tall + 8 : 0;
    // A row of clips is kept clear of; a column stands beside the figure.
    const title = tallBar ? top.offsetTop + top.offsetHeight : 0;
    const above = title < 96 && title < height * 0.22 ? title : 24;
    host.change((stage) => stage.setInsets(tallBar ? above : 0, right, tallBar + below, 0));
  }
}
