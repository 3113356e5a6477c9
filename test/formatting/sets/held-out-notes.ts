import type { FreshNote } from './fresh-notes.ts';

/**
 * 12 notes for which no rule was written, so that they show roughly the quality for new notes. They are not fully unseen:
 * two of their titles showed faults of new code for headings, which were then mended. With today's code 10 titles name
 * the subject, 9 of the 11 summaries of notes with a task contain it, and 10 notes have no unwanted tag. Do not tune on
 * them.
 */
export const HELD_OUT_NOTES: readonly FreshNote[] = [
  {
    kind: 'dog sitter',
    language: 'en',
    transcript:
      "Instructions for the dog sitter. Biscuit gets one cup of dry food at seven and another at six. He is scared of the hoover. The vet's number is on the fridge. Please don't let him off the lead near the pond.",
    subjects: [['dog sitter', 'Biscuit']],
    action: 'lead',
    notTags: 'cup number seven six',
  },
  {
    kind: 'tax',
    language: 'en',
    transcript:
      "I have just gone through the tax papers. The statement from the bank is missing and so are two invoices from the spring. The accountant needs everything by the twentieth. I'll call the bank in the morning and look for the invoices tonight.",
    subjects: [['tax', 'invoices']],
    action: 'call the bank',
    notTags: 'everything morning two',
  },
  {
    kind: 'app idea',
    language: 'en',
    transcript:
      'Random idea while driving. An app that listens to your car and tells you which part is wearing out. You could record the engine once a month and compare. Garages might pay for the leads. I have no clue how hard the audio side is, maybe Viktor knows.',
    subjects: [['app', 'car']],
    notTags: 'random once month maybe side part',
  },
  {
    kind: 'neighbour complaint',
    language: 'en',
    transcript:
      "The neighbours had their music on until two again. That's the third night this week. I knocked, nobody came to the door. I've started to write down the times. If it happens on Friday I'm going to call the council.",
    subjects: [['neighbour', 'music']],
    action: 'council',
    notTags: 'night again nobody times third',
  },
  {
    kind: 'wedding call',
    language: 'en',
    transcript:
      "I spoke to the photographer about the wedding. She is free on the fourteenth and charges eleven hundred for eight hours. The album costs extra. She'd like a deposit of two hundred before the end of May. I need to ask Sam before I say yes.",
    subjects: [['photographer', 'wedding']],
    action: 'ask Sam',
    notTags: 'free extra end hours hundred',
  },
  {
    kind: 'biology lecture',
    language: 'en',
    transcript:
      'Right, enzymes. An enzyme is a protein that speeds up a reaction. The substrate binds at the active site, and the shape of that site decides what fits. Heat changes the shape, and then the enzyme stops working. Inhibitors block the site. There will be a quiz on enzymes on Tuesday.',
    subjects: [['enzyme']],
    action: 'quiz',
    notTags: 'right shape tuesday',
  },
  {
    kind: 'bread recipe',
    language: 'en',
    transcript:
      'Sourdough, second attempt. Four hundred grams of strong flour, two hundred and eighty of water, eighty of starter. I left it overnight in the fridge this time. The crust was better but the middle was still wet. Next time bake it ten minutes longer with the lid on.',
    subjects: [['sourdough']],
    action: 'longer',
    notTags: 'time middle second minutes hundred grams',
  },
  {
    kind: 'hotel run-on',
    language: 'en',
    transcript:
      'so the hotel in porto was lovely but the room was over the kitchen and it smelled of fish all night they moved us on the second day and the new room had a view of the river i want to write a review and we should ask for a refund of the first night',
    subjects: [['hotel', 'porto']],
    action: 'refund',
    notTags: 'night day all second first',
  },
  {
    kind: 'two at work',
    language: 'en',
    transcript:
      'Speaker 1: Did the courier collect the samples?\nSpeaker 2: Not yet, they rescheduled it to Monday morning.\nSpeaker 1: The lab needs the samples by Tuesday.\nSpeaker 2: I know. Should I drive them over myself?\nSpeaker 1: Yes please, and tell the lab that you are coming.',
    subjects: [['samples', 'courier']],
    action: 'tell the lab',
    notTags: 'speaker yes morning monday',
  },
  {
    kind: 'German meeting',
    language: 'de',
    transcript:
      'Besprechung mit dem Vermieter wegen der Heizung. Die Heizung fällt jede Nacht aus. Er schickt am Donnerstag einen Techniker. Wir sollen die Temperaturen aufschreiben. Könntest du morgen ein Thermometer kaufen?',
    subjects: [['Heizung', 'Vermieter']],
    action: 'Thermometer',
    notTags: 'jede nacht donnerstag morgen',
  },
  {
    kind: 'French complaint',
    language: 'fr',
    transcript:
      "La livraison de la table est encore en retard. C'est la troisième fois que le magasin change la date. J'ai pris un jour de congé pour rien. Je dois appeler le service client et demander un remboursement des frais de livraison.",
    subjects: [['livraison', 'table']],
    action: 'remboursement',
    notTags: 'fois encore jour rien troisième',
  },
  {
    kind: 'Spanish call',
    language: 'es',
    transcript:
      'Acabo de hablar con el fontanero sobre la fuga del baño. Dice que hay que cambiar la tubería detrás del lavabo y que cuesta unos doscientos euros. Puede venir el martes por la tarde. Tengo que dejarle las llaves a la portera.',
    subjects: [['fuga', 'fontanero', 'baño']],
    action: 'llaves',
    notTags: 'euros martes tarde unos doscientos',
  },
];
