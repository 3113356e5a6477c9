/** The requirements for the description of one note, written before any output was seen. */
export interface FreshNote {
  readonly kind: string;
  readonly language: 'en' | 'es' | 'fr' | 'de';
  readonly transcript: string;
  /** Every group must occur in the title, by one of its words. */
  readonly subjects: readonly (readonly string[])[];
  /** The task that the summary must contain. Undefined if the note has no task. */
  readonly action?: string;
  /** Words that are useless as a tag of this note. Stop words are also refused. */
  readonly notTags: string;
}

/** 24 notes of many kinds with their requirements, written without knowledge of the rules. */
export const FRESH_NOTES: readonly FreshNote[] = [
  {
    kind: 'errands',
    language: 'en',
    transcript:
      "Okay so on the way home I have to stop at the hardware store and get picture hooks and a tin of white gloss paint. Then the dry cleaner closes at six so I need to collect the grey suit before that. And there's no milk.",
    subjects: [['hardware', 'dry cleaner', 'errands', 'suit', 'paint']],
    action: 'suit',
    notTags: 'way okay stop get tin',
  },
  {
    kind: 'meeting',
    language: 'en',
    transcript:
      'Notes from the budget review this morning. Marketing is over by eleven percent, mostly because of the trade fair in Lisbon. Finance wants a revised forecast from every team. Helen will send the template on Wednesday and I have to return ours by the end of the month. We agreed that no new contractors start before July.',
    subjects: [['budget']],
    action: 'forecast',
    notTags: 'notes morning end month ours mostly start',
  },
  {
    kind: 'idea',
    language: 'en',
    transcript:
      'What if the library lent out board games? People buy a game, play it twice and then it sits in a cupboard for ten years. We could start with twenty donated games and a deposit of five pounds. The same shelf tags that they use for books would work for board games.',
    subjects: [['board game'], ['library', 'lent', 'lending']],
    notTags: 'people twice years what ten twenty work',
  },
  {
    kind: 'complaint',
    language: 'en',
    transcript:
      'I am so annoyed with the broadband company. The internet has dropped out four times today and the engineer who was supposed to come between eight and twelve never turned up. When I rang them they told me the appointment had been cancelled. By me, apparently. I want a refund for this month and I want a new engineer visit.',
    subjects: [['broadband', 'internet', 'engineer']],
    action: 'refund',
    notTags: 'times apparently today annoyed so month',
  },
  {
    kind: 'phone call',
    language: 'en',
    transcript:
      "Just got off the phone with Mrs. Okafor from the school. Daniel has been late for registration six times this term. She wants to meet both of us next Thursday at half past three. I said I'd check with Priya and call back tomorrow.",
    subjects: [['Okafor', 'school', 'Daniel']],
    action: 'call back',
    notTags: 'times just phone half both mrs',
  },
  {
    kind: 'journal',
    language: 'en',
    transcript:
      'Today was quieter. I walked along the canal after lunch and watched a heron for maybe twenty minutes. It did not move at all. I realised that I have not sat still for that long since the move. I think I miss Dublin more than I admit. Tomorrow I would like to do the canal walk again, without the phone.',
    subjects: [['canal', 'heron', 'Dublin']],
    notTags: 'today maybe minutes all long tomorrow',
  },
  {
    kind: 'lecture',
    language: 'en',
    transcript:
      'So today we look at photosynthesis. Photosynthesis takes place in the chloroplast and it has two stages. In the light reactions, chlorophyll absorbs light and water is split, which releases oxygen. In the Calvin cycle, carbon dioxide is fixed into sugar. The enzyme that does this is called rubisco, and it is probably the most common protein on the planet. For next week please read chapter nine.',
    subjects: [['photosynthesis']],
    action: 'chapter nine',
    notTags: 'today place week called common two',
  },
  {
    kind: 'recipe',
    language: 'en',
    transcript:
      'This is how mum makes the lentil soup. Fry two onions and three carrots in olive oil until they are soft. Add a teaspoon of cumin, then the red lentils and a litre and a half of stock. Simmer it for twenty five minutes. Blend half of the soup, not all of it, and squeeze in a lemon at the end.',
    subjects: [['lentil soup']],
    notTags: 'half minutes end teaspoon two all',
  },
  {
    kind: 'medical',
    language: 'en',
    transcript:
      'For the appointment with Doctor Banerjee. The headaches started about three weeks ago, always on the left side, usually in the late afternoon. Ibuprofen helps for an hour or two. No fever. I stopped coffee for four days and it made no difference. I need to ask her whether the new blood pressure tablets could cause the headaches.',
    subjects: [['headache']],
    action: 'blood pressure',
    notTags: 'weeks side hour days difference usually ago',
  },
  {
    kind: 'travel',
    language: 'en',
    transcript:
      'Okay the plan for Japan. We fly into Osaka on the fourth of April and spend three nights there. Then the train to Kyoto for four nights, then Kanazawa for two. The rail pass has to be ordered before we leave because you cannot buy it over there. Also ask Tom whether the flat in Kyoto has a washing machine.',
    subjects: [['Japan']],
    action: 'rail pass',
    notTags: 'nights okay there also',
  },
  {
    kind: 'two speakers',
    language: 'en',
    transcript:
      "Speaker 1: Did you hear back from the landlord about the boiler?\nSpeaker 2: Yeah, he says the part will not arrive until Monday.\nSpeaker 1: So no hot water all weekend?\nSpeaker 2: None. He offered us fifty pounds off the rent.\nSpeaker 1: Fifty pounds. Okay. Can you get that in writing please?\nSpeaker 2: I'll email him tonight.",
    subjects: [['boiler', 'hot water']],
    action: 'email him',
    notTags: 'speaker yeah okay part off none',
  },
  {
    kind: 'run-on',
    language: 'en',
    transcript:
      'right so the car failed its inspection the brake pads are worn and there is a leak in the exhaust the garage wants four hundred and eighty for the lot which seems a lot so i should ring the place that nadia uses and get a second quote before friday because the insurance runs out on saturday',
    subjects: [['car', 'inspection', 'brake']],
    action: 'quote',
    notTags: 'right lot place friday seems hundred',
  },
  {
    kind: 'Spanish errand',
    language: 'es',
    transcript:
      'Mañana tengo que llevar el perro al veterinario a las diez. Le toca la vacuna de la rabia y además cojea un poco de la pata izquierda. No olvidar la cartilla. Después quiero pasar por la farmacia y comprar las pastillas de mi madre.',
    subjects: [['perro', 'veterinario']],
    action: 'veterinario',
    notTags: 'que las mañana poco después además tengo mi',
  },
  {
    kind: 'French meeting',
    language: 'fr',
    transcript:
      "Compte rendu de la réunion avec l'architecte. Les travaux de la cuisine commencent le douze mars et dureront environ cinq semaines. Le devis de l'électricien est trop élevé, donc il faut demander un autre devis avant vendredi. Nous avons choisi le carrelage gris pour la cuisine.",
    subjects: [['architecte', 'cuisine', 'travaux']],
    action: 'devis',
    notTags: 'les avec nous avant environ donc trop est autre',
  },
  {
    kind: 'German phone call',
    language: 'de',
    transcript:
      'Ich habe gerade mit der Hausverwaltung telefoniert. Der Aufzug ist seit Montag kaputt und die Ersatzteile kommen erst nächste Woche. Frau Lehmann meint, dass wir die Miete mindern können. Ich muss bis Freitag einen Brief an die Hausverwaltung schreiben.',
    subjects: [['Hausverwaltung', 'Aufzug']],
    action: 'Brief',
    notTags: 'ich mit der gerade erst dass nächste frau woche',
  },
  {
    kind: 'work request',
    language: 'en',
    transcript:
      'Hi Marcus, this is about the staging server. The disk is ninety four percent full and the nightly backup failed again. Could you delete the log files that are older than thirty days? And please set up an alert so that we hear about it at eighty percent next time. Thanks.',
    subjects: [['staging server', 'backup', 'disk']],
    action: 'log files',
    notTags: 'hi thanks time days percent again',
  },
  {
    kind: 'gift ideas',
    language: 'en',
    transcript:
      "Gift ideas for Leah's fortieth. She mentioned a pottery class a while ago, and there's that studio on Mill Road. Or a weekend in Bruges, but that depends on the kids. A signed copy of that cookbook would be nice too. Remember to book the restaurant either way.",
    subjects: [['gift'], ['Leah']],
    action: 'restaurant',
    notTags: 'while way nice either too',
  },
  {
    kind: 'shopping list',
    language: 'en',
    transcript:
      "Shopping for Saturday's barbecue. Charcoal, two packs of sausages, burger buns, halloumi for Jo because she's vegetarian, lettuce, a big bag of ice and paper plates. Oh and firelighters. I've already got ketchup.",
    subjects: [['barbecue']],
    notTags: 'oh big two already got packs',
  },
  {
    kind: 'interview',
    language: 'en',
    transcript:
      'Debrief on the second candidate for the warehouse manager job, Samuel Price. Very strong on safety, he ran a site with sixty people. A bit vague about scheduling software. His notice period is three months, which is a problem. I would still put him ahead of the first candidate. Please get his references before we make an offer.',
    subjects: [['candidate', 'warehouse manager', 'Samuel', 'Price']],
    action: 'references',
    notTags: 'bit very months second problem ahead',
  },
  {
    kind: 'home repair',
    language: 'en',
    transcript:
      'There is a damp patch on the ceiling of the back bedroom. It is about the size of a dinner plate and it gets darker when it rains. I went up in the loft and one of the roof tiles has slipped. We need to get a roofer out before the winter. My brother knows a roofer in Ashford.',
    subjects: [['damp', 'roof', 'ceiling']],
    action: 'roofer',
    notTags: 'size back one winter gets',
  },
  {
    kind: 'run-on idea',
    language: 'en',
    transcript:
      'um so i was thinking about the newsletter and i reckon we should stop sending it every week nobody opens it on mondays anyway the open rate is like fourteen percent so maybe one longer newsletter a month with a customer story at the top and the product news at the bottom let me ask greta what she thinks',
    subjects: [['newsletter']],
    action: 'greta',
    notTags: 'um like maybe thinking top bottom anyway nobody',
  },
  {
    kind: 'fitness log',
    language: 'en',
    transcript:
      'Training log. Ran eight kilometres in forty six minutes, knee felt fine until the last hill. Heart rate was a bit high, average one fifty eight. The half marathon is in five weeks. I have to add one long run each week and buy new running shoes before the half marathon.',
    subjects: [['training', 'half marathon', 'ran', 'run']],
    action: 'shoes',
    notTags: 'bit minutes week weeks last one',
  },
  {
    kind: 'club meeting of two',
    language: 'en',
    transcript:
      "Speaker 1: Let's talk about the summer fete.\nSpeaker 2: The field is booked for the twenty first of June.\nSpeaker 1: Great. What about the bouncy castle?\nSpeaker 2: They need a deposit of eighty pounds by Friday.\nSpeaker 1: Okay, I'll pay the deposit. Can you find six volunteers for the cake stall?\nSpeaker 2: Sure, I'll ask at the school gate.",
    subjects: [['fete']],
    action: 'deposit',
    notTags: 'speaker okay sure great pounds let',
  },
  {
    kind: 'thought on a book',
    language: 'en',
    transcript:
      'I finished the biography of Ada Lovelace last night. What surprised me is how ill she was for most of her life, and how little of the mathematics she was allowed to publish. The chapter about Babbage is too long. I would lend it to Ingrid, she likes anything about early computers.',
    subjects: [['Lovelace', 'biography']],
    notTags: 'last most little long anything night',
  },
];
