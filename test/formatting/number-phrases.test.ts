import { group } from './support.ts';

group(
  'Spanish: numbers in digits',
  [
    ['nos vemos el tres de mayo de dos mil veinte', 'Nos vemos el 3 de mayo de 2020.'],
    ['cerramos del diez al quince de agosto', 'Cerramos del 10 al 15 de agosto.'],
    ['llegó el primero de enero de mil novecientos noventa', 'Llegó el primero de enero de 1990.'],
    ['el taller empieza a las tres y media de la tarde', 'El taller empieza a las 3:30 de la tarde.'],
    ['sale a las dieciocho cero cinco', 'Sale a las 18:05.'],
    ['me costó doce euros con cincuenta', 'Me costó 12,50 €'],
    ['son ocho euros y veinte céntimos en total', 'Son 8,20 € en total.'],
    ['debe dos millones de euros al banco', 'Debe 2 millones de euros al banco.'],
    ['ganaron tres coma dos millones de dólares', 'Ganaron 3,2 millones de dólares.'],
    ['pesa tres punto cinco kilos', 'Pesa 3.5 kilos'],
    ['sube entre veinte y treinta por ciento', 'Sube entre 20 y 30 %.'],
    ['compra cinco o diez kilos de arroz', 'Compra 5 o 10 kilos de arroz.'],
    ['mi número es seis uno dos tres cuatro cinco seis siete ocho', 'Mi número es 612345678.'],
    [
      'mi móvil es el seiscientos doce, treinta y cuatro, cincuenta y seis, setenta y ocho',
      'Mi móvil es el 612 34 56 78.',
    ],
    ['hay treinta y una personas en la sala', 'Hay 31 personas en la sala.'],
    ['son las doce con cincuenta de la noche', 'Son las 12:50 de la noche.'],
    ['el código postal es veintiocho mil trece', 'El código postal es 28013.'],
    ['cuenta del diez al veinte despacio', 'Cuenta del 10 al 20 despacio.'],
    ['viven allí ciento veintiocho mil cuatrocientas personas', 'Viven allí 128 400 personas.'],
  ],
  { language: 'es' },
);

group(
  'Spanish: numbers that stay in words',
  [
    ['mil gracias por todo', 'Mil gracias por todo.'],
    ['te lo he dicho cien veces', 'Te lo he dicho cien veces.'],
    ['quedamos a las once en la plaza', 'Quedamos a las once en la plaza.'],
    ['entre las diez y las once pasa el autobús', 'Entre las diez y las once pasa el autobús.'],
    ['la once sorteó un premio', 'La once sorteó un premio.'],
    ['vamos a tomar once con la abuela', 'Vamos a tomar once con la abuela.'],
    ['el once titular salió al campo', 'El once titular salió al campo.'],
    ['siete de cada diez vecinos votaron', 'Siete de cada diez vecinos votaron.'],
    ['puntúa del uno al diez', 'Puntúa del uno al diez.'],
    ['son treinta y cinco avos', 'Son treinta y cinco avos.'],
    ['llega a las doce menos diez', 'Llega a las doce menos diez.'],
    ['la música de los ochenta', 'La música de los ochenta.'],
    ['tiene treinta y pico años', 'Tiene treinta y pico años.'],
    ['mide un metro setenta y cinco', 'Mide un metro setenta y cinco.'],
    ['quiero dos kilos y medio de patatas', 'Quiero dos kilos y medio de patatas.'],
    ['vinieron nueve o diez vecinos', 'Vinieron nueve o diez vecinos.'],
    ['tengo treinta y un perro', 'Tengo treinta y un perro.'],
    ['compré uno dos tres cuatro', 'Compré uno dos tres cuatro.'],
    ['vimos Doce hombres sin piedad ayer', 'Vimos Doce hombres sin piedad ayer.'],
    ['una taza de café y un vaso de agua', 'Una taza de café y un vaso de agua.'],
    ['varios mil euros de diferencia', 'Varios mil euros de diferencia.'],
    ['tres puntos de la lista de mayo', 'Tres puntos de la lista de mayo.'],
  ],
  { language: 'es' },
);

group(
  'French: numbers in digits',
  [
    ['on se voit le premier mars deux mille vingt-six', 'On se voit le 1er mars 2026.'],
    ['ouvert vingt-quatre heures sur vingt-quatre', 'Ouvert 24 heures sur 24.'],
    ['le code postal est soixante-quinze mille onze', 'Le code postal est 75011.'],
    ['fermé du trois au cinq mai pour travaux', 'Fermé du 3 au 5 mai pour travaux.'],
    ['le train part à dix neuf heures trente du quai', 'Le train part à 19 h 30 du quai.'],
    ['ouvert de huit à dix heures en semaine', 'Ouvert de 8 à 10 heures en semaine.'],
    ['je prends le bus à dix-sept heures ce soir', 'Je prends le bus à 17 heures ce soir.'],
    ['cela coûte douze euros cinquante au marché', 'Cela coûte 12,50 € au marché.'],
    ['un billet de vingt euros est tombé', 'Un billet de 20 € est tombé.'],
    ["il manque deux millions d'euros au budget", "Il manque 2 millions d'euros au budget."],
    ['elle a quatre-vingt-dix-sept ans', 'Elle a 97 ans.'],
    ['elle a nonante-sept ans aujourd’hui', 'Elle a 97 ans aujourd’hui.'],
    ['né en mille neuf cent quatre-vingt-seize à Lyon', 'Né en 1996 à Lyon.'],
    ['né en dix-neuf cent quatre-vingt-seize à Lyon', 'Né en 1996 à Lyon.'],
    [
      'mon numéro est le zéro six, douze, trente-quatre, cinquante-six, soixante-dix-huit',
      'Mon numéro est le 06 12 34 56 78.',
    ],
    ['appelle le zéro six douze trente-quatre cinquante-six soixante-dix-huit', 'Appelle le 06 12 34 56 78.'],
    ['il reste vingt et un jours de congé', 'Il reste 21 jours de congé.'],
  ],
  { language: 'fr' },
);

group(
  'French: numbers that stay in words',
  [
    ['je te remercie mille fois', 'Je te remercie mille fois.'],
    ["c'est le cent mètres qui m'a tuée", "C'est le cent mètres qui m'a tuée."],
    ['un vélo neuf et une voiture', 'Un vélo neuf et une voiture.'],
    ['les années quatre-vingt étaient folles', 'Les années quatre-vingt étaient folles.'],
    ['il est dix heures et demie', 'Il est dix heures et demie.'],
    ['on mange à midi trente', 'On mange à midi trente.'],
    ['la vingt-cinquième fois', 'La vingt-cinquième fois.'],
    ['le vingt et unième siècle', 'Le vingt et unième siècle.'],
    ['le deux cent cinquantième anniversaire', 'Le deux cent cinquantième anniversaire.'],
    ['un élève et un sur dix parlent', 'Un élève et un sur dix parlent.'],
    ['trois sur vingt ont échoué', 'Trois sur vingt ont échoué.'],
    ['il voit trente-six chandelles', 'Il voit trente-six chandelles.'],
    ['elle est sur son trente et un', 'Elle est sur son trente et un.'],
    ['trois Mars et deux Twix', 'Trois Mars et deux Twix.'],
    ['elle mesure un mètre vingt', 'Elle mesure un mètre vingt.'],
    ['il manque une virgule ici', 'Il manque une virgule ici.'],
    ['en deux heures trente personnes sont venues', 'En deux heures trente personnes sont venues.'],
    ['mon code est zéro six, douze et demi', 'Mon code est zéro six, douze et demi.'],
  ],
  { language: 'fr' },
);

group(
  'German: numbers in digits',
  [
    ['wir sehen uns am dritten Mai zweitausendzwanzig', 'Wir sehen uns am 3. Mai 2020.'],
    ['geschlossen vom elften bis zum fünfzehnten August', 'Geschlossen vom 11. bis zum 15. August.'],
    ['der Zug fährt um fünfzehn Uhr dreißig ab', 'Der Zug fährt um 15:30 Uhr ab.'],
    ['wir sehen uns um zweiundzwanzig Uhr am Tor', 'Wir sehen uns um 22 Uhr am Tor.'],
    ['der Laden ist von acht bis zwölf Uhr offen', 'Der Laden ist von 8 bis 12 Uhr offen.'],
    ['das Buch kostet zwölf Euro fünfzig im Laden', 'Das Buch kostet 12,50 € im Laden.'],
    ['der Umbau kostet zwei Komma fünf Millionen Euro', 'Der Umbau kostet 2,5 Millionen Euro.'],
    ['es sind minus fünfzehn Grad draußen', 'Es sind minus 15 Grad draußen.'],
    ['er wurde neunzehnhundertachtundsechzig in Ulm geboren', 'Er wurde 1968 in Ulm geboren.'],
    ['ich habe dreiundzwanzig Schafe', 'Ich habe 23 Schafe.'],
    ['die Postleitzahl ist achtzigtausenddreihunderteinunddreißig', 'Die Postleitzahl ist 80331.'],
    ['das stieg von zwölf auf zwanzig Prozent', 'Das stieg von 12 auf 20 %.'],
    ['das Lager fasst hundertzwanzigtausend Kisten', 'Das Lager fasst 120.000 Kisten.'],
    ['meine Nummer ist null eins sieben sechs, vier vier fünf fünf, eins zwei drei', 'Meine Nummer ist 0176 4455 123.'],
    ['sie hat um acht Uhr vierhundert Milligramm bekommen', 'Sie hat um acht Uhr 400 Milligramm bekommen.'],
    ['das sind zwei bis drei Kilo Mehl', 'Das sind 2 bis 3 Kilo Mehl.'],
  ],
  { language: 'de' },
);

group(
  'German: numbers that stay in words',
  [
    ['wir treffen uns um halb vier', 'Wir treffen uns um halb vier.'],
    ['es ist fünf vor zwölf', 'Es ist fünf vor zwölf.'],
    ['um zwanzig nach elf kam er', 'Um zwanzig nach elf kam er.'],
    ['gegen zwölf gehen wir los', 'Gegen zwölf gehen wir los.'],
    ['drei von zwanzig Schülern fehlen', 'Drei von zwanzig Schülern fehlen.'],
    ['zehn mal zehn ist hundert', 'Zehn mal zehn ist hundert.'],
    ['ich muss um zehn los', 'Ich muss um zehn los.'],
    ['tausend Dank für die Hilfe', 'Tausend Dank für die Hilfe.'],
    ['ein paar tausend Euro fehlen noch', 'Ein paar tausend Euro fehlen noch.'],
    ['zwanzig Euro Schein gefunden', 'Zwanzig Euro Schein gefunden.'],
    ['das Rohr ist zwei Meter vierzig lang', 'Das Rohr ist zwei Meter vierzig lang.'],
    ['Acht gegeben hat keiner', 'Acht gegeben hat keiner.'],
    ['sie ist eine von vielen', 'Sie ist eine von vielen.'],
    ['er kam am elften aus Husum zurück', 'Er kam am elften aus Husum zurück.'],
    ['das habe ich hundertmal gesagt', 'Das habe ich hundertmal gesagt.'],
    ['wir nahmen eins, zwei oder drei', 'Wir nahmen eins, zwei oder drei.'],
  ],
  { language: 'de' },
);

group('A day with a full stop ends no sentence only in a German date', [
  [
    'Wir kommen am 3. Mai und gehen am 5. Wir freuen uns.',
    'Wir kommen am 3. Mai und gehen am 5. Wir freuen uns.',
    { language: 'de' },
  ],
  ['I ordered 3. maybe we need more', 'I ordered 3. Maybe we need more.', { language: 'en' }],
  ['The total was 12. march was better', 'The total was 12. March was better.', { language: 'en' }],
]);

group('A German letter continues in lower case after its greeting', [
  [
    'Sehr geehrte Frau Kern Komma neuer Absatz vielen Dank für Ihre Geduld Punkt',
    'Sehr geehrte Frau Kern,\n\nvielen Dank für Ihre Geduld.',
    { language: 'de' },
  ],
  ['Lieber Jan Komma neuer Absatz Paul kommt morgen Punkt', 'Lieber Jan,\n\nPaul kommt morgen.', { language: 'de' }],
  [
    'das war es Punkt neuer Absatz alles Weitere kommt morgen',
    'Das war es.\n\nAlles Weitere kommt morgen.',
    { language: 'de' },
  ],
  [
    'dear jan comma new paragraph thanks for your patience',
    'Dear Jan,\n\nThanks for your patience.',
    { language: 'en' },
  ],
]);
