import { group } from './support.ts';

group(
  'Spanish: marks, breaks, corrections and addresses that are said by name',
  [
    ['hola coma cómo estás signo de interrogación', 'Hola, cómo estás?'],
    ['abre interrogación cómo estás cierra interrogación', '¿Cómo estás?'],
    ['querida ana coma nueva línea gracias por todo punto', 'Querida ana,\ngracias por todo.'],
    ['hola a todos punto y aparte mañana hablamos punto', 'Hola a todos.\n\nMañana hablamos.'],
    ['compra tres cosas dos puntos leche punto y coma pan punto', 'Compra tres cosas: leche; pan.'],
    ['nos vemos el lunes borra eso nos vemos el martes', 'Nos vemos el martes.'],
    ['escribe a ana punto garcia arroba ejemplo punto com', 'Escribe a ana.garcia@ejemplo.com'],
    ['abre paréntesis opcional cierra paréntesis coma gracias', '(Opcional), gracias'],
  ],
  { language: 'es' },
);

group(
  'Spanish: the same words in sentences',
  [
    ['el punto de vista es importante', 'El punto de vista es importante.'],
    ['son las tres en punto y nos vamos', 'Son las tres en punto y nos vamos.'],
    ['estoy a punto de salir de casa', 'Estoy a punto de salir de casa.'],
    ['quiero que coma algo antes', 'Quiero que coma algo antes.'],
    ['ganamos dos puntos más que ellos', 'Ganamos dos puntos más que ellos.'],
    ['pesa tres coma cinco kilos', 'Pesa 3,5 kilos'],
    ['por favor borra eso de la lista', 'Por favor borra eso de la lista.'],
  ],
  { language: 'es' },
);

group(
  'French: marks, breaks, corrections and addresses that are said by name',
  [
    ["bonjour virgule comment allez-vous point d'interrogation", 'Bonjour, comment allez-vous ?'],
    ['il est arrivé point il a mangé point', 'Il est arrivé. Il a mangé.'],
    ['cher paul virgule à la ligne merci point', 'Cher paul,\nmerci.'],
    ["c'est fini point d'exclamation nouveau paragraphe à demain point", "C'est fini !\n\nÀ demain."],
    ['ouvrez les guillemets bonjour fermez les guillemets dit-il point', '« bonjour » dit-il.'],
    ['on se voit lundi efface ça on se voit mardi', 'On se voit mardi.'],
    ['écris à jean point dupont arobase exemple point fr', 'Écris à jean.dupont@exemple.fr'],
  ],
  { language: 'fr' },
);

group(
  'French: the same words in sentences',
  [
    ['je suis sur le point de partir', 'Je suis sur le point de partir.'],
    ['trois virgule cinq pour cent de plus', '3,5 % de plus'],
    ["il n'est point fâché contre nous", "Il n'est point fâché contre nous."],
    ['nous avons deux points de plus', 'Nous avons deux points de plus.'],
    ['il faut aller à la ligne ici', 'Il faut aller à la ligne ici.'],
  ],
  { language: 'fr' },
);

group(
  'German: marks, breaks, corrections and addresses that are said by name',
  [
    ['Hallo Anna Komma neue Zeile wie geht es dir Fragezeichen', 'Hallo Anna,\nwie geht es dir?'],
    ['das ist gut Punkt neuer Absatz bis morgen Punkt', 'Das ist gut.\n\nBis morgen.'],
    ['er sagte Doppelpunkt Anführungszeichen auf komm heim Anführungszeichen zu', 'Er sagte: „komm heim“.'],
    ['der Bericht Klammer auf zwei Seiten Klammer zu ist fertig Punkt', 'Der Bericht (zwei Seiten) ist fertig.'],
    ['wir kommen am Montag streich das wir kommen am Dienstag', 'Wir kommen am Dienstag.'],
    ['schreib an max punkt mueller at beispiel punkt de', 'Schreib an max.mueller@beispiel.de'],
  ],
  { language: 'de' },
);

group(
  'German: the same words in sentences',
  [
    ['der Punkt ist wichtig für uns', 'Der Punkt ist wichtig für uns.'],
    ['drei Komma fünf Prozent mehr', '3,5 % mehr'],
    ['wir treffen uns um Punkt acht Uhr', 'Wir treffen uns um Punkt acht Uhr.'],
    ['er kam auf den Punkt zu sprechen', 'Er kam auf den Punkt zu sprechen.'],
    ['da fehlt ein Komma im Satz', 'Da fehlt ein Komma im Satz.'],
    ['bitte streich das aus der Liste', 'Bitte streich das aus der Liste.'],
  ],
  { language: 'de' },
);
