import { wordSet } from '../word-set.ts';
import { FRENCH_NUMBERS } from './numbers/french.ts';
import { breaks, longestFirst, named, phrases } from './table.ts';
import type { Commands } from './types.ts';

const COUNTED =
  'les ces mes tes ses de par a ont avons gagné gagne gagnent marqué perd perdu prend prendre en entre aux manque manquent reste restent vaut valent faut mène mènent';

/** Spoken commands in French. */
export const FRENCH: Commands = {
  marks: longestFirst([
    ...named("point d'interrogation", '?', 'left'),
    ...named("point d'exclamation", '!', 'left'),
    ...named('point virgule', ';', 'left'),
    ...named('deux points', ':', 'left', { before: COUNTED, after: "de d'avance d'écart en plus par sur à au" }),
    ...named('points de suspension|trois petits points', '…', 'left'),
    ...named(
      'ouvrez les guillemets|ouvrir les guillemets|ouvre les guillemets|ouvrez guillemets|ouvrir guillemets',
      '«',
      'none',
    ),
    ...named(
      'fermez les guillemets|fermer les guillemets|ferme les guillemets|fermez guillemets|fermer guillemets',
      '»',
      'none',
    ),
    ...named('ouvrez la parenthèse|ouvrir la parenthèse|ouvre la parenthèse|ouvrez parenthèse', '(', 'right'),
    ...named('fermez la parenthèse|fermer la parenthèse|ferme la parenthèse|fermez parenthèse', ')', 'left'),
    ...named("trait d'union", '-', 'both'),
    ...named('point final', '.', 'left'),
    ...named('virgule', ',', 'left'),
    ...named('point', '.', 'left', {
      before:
        "à sur ne n'est n'ai n'a n'y pas en quel tel certain tout bon mauvais rond mi suis es est sommes êtes sont était étais étaient sera serai sais sait savons puis peux peut veux veut doit dois ont ai as a avons avez avait",
      after: 'com fr net org commun faible fort mort culminant zéro',
    }),
  ]),
  layout: longestFirst([
    ...breaks('nouvelle ligne|à la ligne|retour à la ligne|point à la ligne', '\n'),
    ...breaks('nouveau paragraphe|paragraphe suivant', '\n\n'),
  ]),
  layoutBefore: wordSet('aller allez va vais allons pêche mettre passer passez point retour'),
  layoutAfter: wordSet('entre automatique'),
  takeBack: phrases('efface ça|supprime ça|raye ça|effacez ça|supprimez ça'),
  before: wordSet(
    "le la un une les ce cet cette mon ton son notre votre leur au du chaque aucun aucune quel quelle autre même premier première deuxième dernier dernière l'autre mot signe",
  ),
  after: wordSet("de du des d'un d'une que où"),
  governing: wordSet("ne n'efface pas et puis alors s'il plaît peux peut veux veut dois doit on tu vous je il elle"),
  isNumber: (key) => FRENCH_NUMBERS.cardinals.split(key) !== undefined,
  addresses: {
    dot: 'point',
    at: wordSet('arobase arrobase arobas'),
    ambiguous: wordSet('de es me la il se ne au ma'),
    slash: wordSet('slash'),
    joints: new Map([
      ['point', '.'],
      ['tiret', '-'],
      ['underscore', '_'],
    ]),
    notLabels: wordSet(
      'le la un une les de du des à au aux et ou que est sur en par pour mon ma ton ta son sa se ne ce',
    ),
  },
};
