import { wordSet } from '../word-set.ts';
import { SPANISH_NUMBERS } from './numbers/spanish.ts';
import { breaks, longestFirst, named, phrases } from './table.ts';
import type { Commands } from './types.ts';

const COUNTED =
  'por ganó gané ganamos ganan ganar suma sumó faltan falta hay tiene tienen tenemos tengo perdió perdimos baja bajó sube subió de con entre los esos estos puso pusieron le nos les me pone ponen quedan dan dio dieron saca sacó';
const PUTTING = 'pone ponen poner puso pusieron pon poniendo ponemos puesto';

/** Spoken commands in Spanish. */
export const SPANISH: Commands = {
  marks: longestFirst([
    ...named('punto y coma', ';', 'left'),
    ...named('dos puntos', ':', 'left', { before: COUNTED, after: 'más menos de porcentuales en por a arriba abajo' }),
    ...named('puntos suspensivos', '…', 'left'),
    ...named(
      'signo de interrogación|signo de interrogacion|cierra interrogación|cerrar interrogación|cierre de interrogación',
      '?',
      'left',
    ),
    ...named(
      'abre interrogación|abrir interrogación|abre signo de interrogación|abrir signo de interrogación',
      '¿',
      'right',
    ),
    ...named(
      'signo de exclamación|signo de admiración|signo de exclamacion|cierra exclamación|cerrar exclamación',
      '!',
      'left',
    ),
    ...named('abre exclamación|abrir exclamación|abre signo de exclamación|abrir signo de exclamación', '¡', 'right'),
    ...named('abre comillas|abrir comillas', '"', 'right'),
    ...named('cierra comillas|cerrar comillas', '"', 'left'),
    ...named('abre paréntesis|abrir paréntesis|abre parentesis', '(', 'right'),
    ...named('cierra paréntesis|cerrar paréntesis|cierra parentesis', ')', 'left'),
    ...named('punto final|punto y seguido', '.', 'left', { before: PUTTING, after: 'a al' }),
    ...named('coma', ',', 'left', {
      before: 'que no me te se lo la nos le para cuando quien yo él ella usted en aunque mientras si como donde',
      after: 'usted inducido profundo etílico diabético',
    }),
    ...named('punto', '.', 'left', {
      before:
        'a en de hasta cierto tal qué y hacer haciendo hago hace haz hacen hacía buen mínimo máximo único mejor peor ni por sin',
      after: 'com es net org mx medio débil fuerte clave cero muerto ciego limpio g por a ni',
    }),
  ]),
  layout: longestFirst([
    ...breaks('nueva línea|nueva linea|salto de línea|siguiente línea', '\n'),
    ...breaks('nuevo párrafo|nuevo parrafo|siguiente párrafo|punto y aparte', '\n\n'),
  ]),
  layoutBefore: wordSet('esta misma por'),
  layoutAfter: wordSet('entre'),
  takeBack: phrases('borra eso|tacha eso|elimina eso'),
  before: wordSet(
    'el la un una los las este ese aquel esta esa mi tu su al del cada ningún ninguna otro otra mismo misma primer primera segundo segunda último última buen mal dicho cualquier algún alguna palabra signo',
  ),
  after: wordSet('de del que'),
  governing: wordSet('no por favor y que me lo luego entonces puedes quiero quieres podrías puede debes hay'),
  isNumber: (key) => SPANISH_NUMBERS.cardinals.split(key) !== undefined,
  addresses: {
    dot: 'punto',
    at: wordSet('arroba'),
    ambiguous: wordSet('de es me no se al ni la su mi tu a'),
    slash: wordSet('barra slash'),
    joints: new Map([
      ['punto', '.'],
      ['guion', '-'],
      ['guión', '-'],
    ]),
    notLabels: wordSet('el la un una los las en de del a y o que es con por para mi su tu al se no este ese'),
  },
};
