import { wordSet } from '../word-set.ts';
/** Phrases that are typical of assistants and rare in dictations. Each counts only if it was not dictated. */
export const ASSISTANT_PHRASES: readonly RegExp[] = [
  /\bas an? (?:ai|artificial intelligence|language model|assistant)\b/u,
  /\b(?:i'm|i am) (?:sorry|afraid|unable|not able|just an? (?:ai|assistant|language model)|happy to|glad to|here to)\b/u,
  /\bi (?:can't|cannot|can not|won't|will not) (?:assist|help|comply|provide|fulfill|do that|answer|generate|create|translate)\b/u,
  /\b(?:i|we) apologi[sz]e\b/u,
  /\b(?:i can help|i'd be happy|i would be happy|how can i help|how may i assist|let me know if|feel free to|hope (?:this|that) helps)\b/u,
  /^(?:sure|certainly|of course|absolutely|great question|good question|understood|got it|no problem|okay, here|ok, here)\b/u,
  /\b(?:here is|here's|here are|below is|the following is) (?:the|your|a|an|my) (?:\p{L}+ ){0,3}(?:text|transcript|transcription|version|dictation|message|poem|email|list|answer|summary|translation|rewrite|draft)\b/u,
  /\b(?:cleaned(?:-| )up|corrected|formatted|rewritten|revised|polished) (?:text|transcript|transcription|version|dictation)\b/u,
  /\b(?:the|your|this) (?:transcript|dictation) (?:is|was|says|appears|seems|contains|asks)\b/u,
  /\b(?:no (?:changes|corrections) (?:were |are )?(?:needed|necessary|made)|nothing to (?:correct|clean))\b/u,
  /\b(?:would you like me to|do you want me to|please provide|could you (?:please )?(?:clarify|provide)|what would you like)\b/u,
  /\b(?:system prompt|my instructions|previous instructions|these instructions)\b/u,
  /^(?:note|summary|answer|response|translation|explanation|output|transcript|text|assistant)\s*:/u,
  /\b(?:gerne|natürlich|selbstverständlich)[,!] hier\b|\bhier ist (?:der|die|das|ihr)\b|\bals ki\b|\btut mir leid, (?:aber )?ich\b/u,
  /\bvoici (?:le|la|votre)\b|\bbien sûr ?[,!]|\ben tant qu'(?:ia|assistant)\b|\bje suis désolée?, (?:mais )?je\b/u,
  /\b(?:aquí (?:está|tienes)|claro[,!] aquí|como (?:ia|asistente)|lo siento, (?:pero )?no puedo)\b/u,
];

/** Words that announce a correction. After one, a rewrite may be shorter and leave words out. */
export const CORRECTION_CUES =
  /\b(?:no wait|wait no|wait|actually|i mean|i meant|make that|scratch that|strike that|delete that|sorry|rather|correction|let me rephrase|let me start over|start over|instead|forget that|forget it|never ?mind|or no wait|no no|no sorry|no make|no let|nein|äh nein|quatsch|vielmehr|ich meine|besser gesagt|moment|non pardon|pardon|non attends|attends|je veux dire|enfin|plutôt|no espera|perdón|mejor dicho|digo|quiero decir|cioè|anzi|no aspetta|scusa|aliás|quer dizer|não espera|desculpa|nee wacht|ik bedoel|sorry)\b/u;

/** Words without a meaning of their own, which a rewrite may drop or add. */
export const LIGHT_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the and or but so to of in on at for with from by as is are was were be been am it its that this these those there then than just well like really basically actually literally okay ok yeah yes right um uh er ah hmm hm oh you know kind sort mean i guess also please if will would can could do does did have has had going want not let me my we our your they he she his her their us them what which who when where how why into up out about over all any some ' +
    'first second third fourth fifth firstly secondly thirdly finally lastly next number bullet point new line paragraph comma period colon dash stop full question mark exclamation quote open close hyphen slash dot ' +
    'der die das ein eine einen einem einer eines und oder aber also ja nein nicht kein ähm äh halt eben mal so dann da zu zum zur im in am an auf von vom mit für ist sind war hat haben wir ich du er sie es ihr man dass ob wenn als wie noch schon doch erstens zweitens drittens punkt komma fragezeichen absatz ' +
    'le la les un une des du de et ou mais donc euh ben bah voilà alors oui non ne pas je tu il elle on nous vous ils elles ce cet cette ces que qui dans en au aux pour sur avec est sont a ont y virgule point premièrement deuxièmement ' +
    'el los las unos unas y o pero pues entonces eh este bueno sí no se que en a al del con por para es son fue ha han yo tú él ella nosotros ellos lo le les mi su coma punto primero segundo ' +
    'il lo gli uno una e ma allora dunque eh beh sì non che di da con per è sono ho ha io lui lei noi loro mi si ci virgola punto o os as um uma ou mas então né não eu ele ela nós de do da dos das em no na com por para é são vírgula ponto het een en of maar dus dan ja nee niet ik jij hij zij wij te van op met voor is zijn komma punt'
  ).split(' '),
);

/** Words that another style may add ("make it formal"). */
export const COURTESY: ReadonlySet<string> = wordSet(
  'hello hi hey dear please kindly thank thanks regards sincerely cheers greetings everyone team all could would bitte danke hallo liebe lieber grüße bonjour merci cordialement hola gracias saludos por favor',
);
