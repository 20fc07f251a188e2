/** The pieces around the stage in the order in which a key moves the focus through them. Fetched with the first press of that key. */

const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), select:not(:disabled), a[href], summary, [tabindex="0"]';

/** Moves the focus to the next piece, or the one before: list, title, stage, panel, strip, dock, timeline, bar, message. @param {import('./controls.js').Controls} ui @param {1 | -1} way */
export function goOn({ bar, page, panels, shadow, stage, title, toast }, way) {
  const [list] = page.assignedElements();
  const pieces = [
    list,
    title.root,
    stage,
    panels.root,
    bar?.strip?.root,
    bar?.root.querySelector('.dock'),
    bar?.timeline.root,
    bar?.root.querySelector('.row'),
    toast.root,
  ];
  const ways = pieces.flatMap((piece) => {
    const target = !piece ? null : piece === stage ? stage : firstIn(piece);
    return piece && target ? [{ piece, target }] : [];
  });
  const focused = shadow.activeElement ?? document.activeElement;
  const at = ways.map(({ piece }) => piece.contains(focused)).lastIndexOf(true);
  const next = at < 0 ? (way > 0 ? 0 : -1) : at + way;
  /** @type {HTMLElement | undefined} */ (ways.at(next % ways.length)?.target)?.focus();
}

/** What takes the focus in a piece. @param {Element} piece */
function firstIn(piece) {
  const all = [...piece.querySelectorAll(FOCUSABLE)].filter(
    (each) => each.getAttribute('tabindex') !== '-1' && each.checkVisibility({ visibilityProperty: true }),
  );
  return all[0];
}
