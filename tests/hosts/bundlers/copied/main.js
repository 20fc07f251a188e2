// esbuild and Rollup do not move the player's other files: the test copies them beside the page.
import { MareyPlayer } from 'marey-player';

MareyPlayer.setAssetBase('assets/marey/');
