// These bundlers leave the player's other files where they are: they are copied beside the page.
import { MareyPlayer } from 'marey-player';

MareyPlayer.setAssetBase('marey/');
