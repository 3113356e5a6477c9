import { endsPhrase } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';

/** Names that are ordinary words in the same language. */
const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'es',
    wordSet(
      'paz consuelo rosa luz mar sol pilar dolores soledad esperanza alba blanca clara claro estrella flor gloria victoria mercedes remedios rocío rocio nieves nieve reyes rey santos santo león leon lobo ángel angel cruz iglesias iglesia campos campo ríos rio río torres torre flores prado luna aurora belén camino caminos concha inmaculada milagros socorro amparo asunción encarnación jazmín margarita violeta celeste marina paloma perla linda franco justo bravo delgado rubio moreno calvo guerra herrero zapatero pastor vega serrano salvador domingo abril julio mayo marzo rosario visitación concepción piedad caridad fe esmeralda dulce prudencia inocencia modesto severo leal guerrero hierro castillo fuentes fuente casas casa plaza valle montes monte lago navarro gallego aragonés alemán francés ramos rama peña rojo blanco cano cortés duque conde marqués caballero cordero cuervo gallo pardo vaca ventura nombre vidal olmo oliva olivo manzano robles parra perales macho bueno alegre amador cantor sastre carpintero marino pascua natividad trinidad lucero estela nube brisa cielo iris coral ámbar jade gema vera mora jara zarza lima maya canela miel azucena hortensia dalia begoña África asia américa china',
    ),
  ],
  [
    'fr',
    wordSet(
      'rose marguerite claire clair blanche blanc violette olive prune clémentine cerise pierre marin marine constant constance clément juste aimé aimée désiré désirée fleur fleurs aurore victoire prudence grâce colombe ange loup petit grand roux boulanger berger marchand mercier charpentier lune étoile perle océane océan iris jasmin anémone capucine angélique avril mai juin août noël parfait modeste placide innocent lys reine roi dauphine côme guy franc france bonnet chevalier fort moulin rivière fontaine lac roche bois dupont pont château fontaine maison noir brun rouge vert gris jeune vieux bon beau belle leroy maire évêque moine prieur abbé page écuyer sabine solange lucide sage honoré espérance félicité pascal pascale toussaint dimanche lundi mardi vigne muguet lilas myrtille mélisse églantine amande noisette cannelle cassis romarin basile laurent laurier tour masson maçon meunier faure tisserand cordier potier tonnelier serrurier vallée mont montagne plage port mer ciel soleil cristal ambre jade opale rubis saphir émeraude turquoise corail désert allégresse joie liberté égalité harmonie mélodie symphonie carole ronde valse alix',
    ),
  ],
  [
    'de',
    wordSet(
      'rosa klein groß gross lang kurz schwarz weiß weiss braun ernst frank frei stark wolf fuchs vogel schneider fischer weber könig kaiser koch bauer richter jäger sommer winter herbst mai august blume sonne viola linde rose jasmin heide kai gut gerade hell dunkel rot grün blau gelb lila grau alt neu jung kühn klug fromm treu froh heiter lustig reich arm edel fein herz engel stern mond berg thal tal bach stein baum busch wald horn haar bart fuß kopf hand lieb liebe hold gram grimm zorn friede freude glück segen ehre treue mut wille rein klar still sanft zart süß sauer bitter scharf mild wild zahm hans ziegler zimmermann becker müller meier maurer schuster töpfer gerber krämer ritter graf herzog fürst bischof papst mönch abt probst vogt schulze hirsch hase adler falke storch kranich spatz fink star amsel ute gerd mark dirk kurt veit august jan pia',
    ),
  ],
]);
/** Words before the name of a person. */
const PERSONAL = wordSet(
  'señor señora señorita don doña doctor doctora tío tía sor hola querido querida gracias estimada estimado monsieur madame mademoiselle docteur maître tante oncle cher chère bonjour salut merci herr frau doktor tante onkel liebe lieber hallo danke',
);

/**
 * Whether a word of another language is an ordinary word although it is spelled like a name of the dictionary: the
 * recognizer did not capitalize it, and no title or greeting is before it ("Quiero paz", "das Kleid war rosa").
 * @param size the number of words of the name
 */
export function isForeignWord(
  tokens: readonly Token[],
  start: number,
  { size, written, code }: { readonly size: number; readonly written: string; readonly code: string | undefined },
): boolean {
  const of = tokens[start];
  if (size > 1 || of?.kind !== 'word' || !/^\p{Lu}\p{Ll}+$/u.test(written)) return false;
  if (of.text !== of.key || WORDS.get(code ?? '')?.has(of.key) !== true) return false;
  const greeted = PERSONAL.has(tokens[start - 1]?.key ?? '') && endsPhrase(tokens, start + 1);
  return !greeted;
}
