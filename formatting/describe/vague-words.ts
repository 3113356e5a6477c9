import { wordSet } from '../word-set.ts';

/** Words of each language that are too general for a tag or title of their own, and words for amounts. */
const VAGUE: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(
    'call meeting talk discussion conversation question answer problem issue part point place end start list number name side case fact work job thing plan update email mail message phone help chance reason result change good new old great big small little different important nice able sure whole full own other same note notes list idea wish man woman euro percent half quarter pound dollar lot size bit copy pair top bottom front middle rest couple dozen kind sort type piece bag pack tin bottle box metre meter kilometre kilometer mile gram kilo litre liter teaspoon tablespoon cup difference appointment session visit version report draft priority page chapter option table secret limit reason opposite item word quick rough short brief thought attempt good news standard',
  ),
  de: wordSet(
    'anruf gespräch frage antwort problem teil punkt platz ende anfang liste nummer name seite fall arbeit plan nachricht hilfe grund ergebnis änderung notiz idee mann frau herr euro prozent hälfte viertel größe paar stück meter kilometer kilo gramm liter löffel sitzung termin kern entwurf rest moment ergebnis',
  ),
  fr: wordSet(
    'appel réunion question réponse problème partie point place fin début liste numéro nom côté cas travail plan message aide raison résultat changement note idée homme femme monsieur madame euro euros compte rendu fois pourcent moitié quart taille peu paire mètre kilomètre kilo gramme litre cuillère visite',
  ),
  es: wordSet(
    'llamada reunión pregunta respuesta problema parte punto lugar fin final principio lista número nombre lado caso trabajo plan mensaje ayuda razón resultado cambio nota notas idea hombre mujer señor señora euro euros ciento mitad cuarto tamaño poco par metro kilómetro kilo gramo litro cuchara aviso turno hoja',
  ),
};

const NONE: ReadonlySet<string> = new Set();

/** The words of a language that name no subject by themselves. */
export function vagueWordsOf(language: string): ReadonlySet<string> {
  return VAGUE[language] ?? NONE;
}
