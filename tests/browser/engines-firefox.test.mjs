// of: player, render, page, marey_web
/** Firefox: with WebGL 2 on a virtual screen, and without any WebGL. */
import { engineScenes } from './support/engine-scenes.mjs';
import { firefox } from './support/engines.mjs';
import { missing } from './support/installed.mjs';

engineScenes('Firefox', {
  skip: missing.firefox,
  launch: firefox,
  rung: 'WebGL 2',
  brief: ['the page', 'two elements'],
});
engineScenes('Firefox without WebGL', {
  skip: missing.firefoxWithoutWebgl,
  launch: () => firefox({ webgl: false }),
  rung: 'Canvas 2D',
  brief: [],
});
