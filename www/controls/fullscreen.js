export class Fullscreen {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  get on() {
    return this.element.matches(':fullscreen');
  }

  async toggle() {
    try {
      if (this.on) await document.exitFullscreen();
      else await this.element.requestFullscreen();
    } catch {
      // Refused by a frame without the permission, or by the user.
    }
  }
}
