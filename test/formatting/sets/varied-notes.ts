/** A note as people speak it. */
export interface VariedNote {
  readonly language: string;
  readonly transcript: string;
  /** A word that its title must contain. */
  readonly subject: RegExp;
  /** The task that its summary must contain. Undefined if there is no task. */
  readonly action?: RegExp;
}

/** 24 transcripts of many kinds: errands, meetings, ideas, complaints, calls, journals; with and without marks. */
export const VARIED_NOTES: readonly VariedNote[] = [
  {
    language: 'en',
    transcript:
      "Hey, so quick reminder to myself. I have to renew my passport before the trip to Japan in October. The appointment at the consulate is on the 14th and I need two photos and the old passport. Also check whether Emma's passport is still valid.",
    subject: /passport/iu,
    action: /renew/iu,
  },
  {
    language: 'en',
    transcript:
      "Okay, notes from the stand-up. Priya finished the export feature yesterday and it's in review. Tom is blocked on the payment gateway because the sandbox keeps returning errors. I'm going to call the provider today. The release is still planned for Thursday unless the gateway isn't fixed by then.",
    subject: /stand-up|gateway|release/iu,
    action: /call the provider/iu,
  },
  {
    language: 'en',
    transcript:
      "So I had this idea in the shower. What if the app could remind you to drink water based on the weather? Like when it's above thirty degrees it sends more reminders. We could use the phone's location and a free weather service. I should sketch this on Saturday and show it to Ben.",
    subject: /water|drink/iu,
    action: /sketch/iu,
  },
  {
    language: 'en',
    transcript:
      'Shopping list for the weekend. We need tomatoes, onions, two packs of pasta, olive oil, and some parmesan. Also dish soap and batteries for the smoke detector. If they have good peaches get a kilo.',
    subject: /shopping/iu,
    action: /need tomatoes|get a kilo/iu,
  },
  {
    language: 'en',
    transcript:
      'Patient is a fifty four year old man with lower back pain for three weeks. The pain gets worse when he sits and radiates into the left leg. No numbness. No fever. I recommended physiotherapy twice a week and ibuprofen as needed. Follow up in four weeks, MRI if there is no improvement.',
    subject: /back pain|patient/iu,
  },
  {
    language: 'en',
    transcript:
      "Hi Laura, it's Mike from the property management. I'm calling about the leak under your kitchen sink. The plumber can come on Wednesday between nine and eleven. Please let me know if someone will be at home. If not, you can leave the key with Mrs. Hernandez on the second floor.",
    subject: /leak/iu,
    action: /let me know|leave the key|plumber/iu,
  },
  {
    language: 'en',
    transcript:
      'um so today was kind of a hard day i argued with my sister about the care home for dad she thinks we should move him before winter and i think it is too early i want to visit the place in oakwood first maybe next sunday i also feel guilty because i have not called him all week',
    subject: /care home|dad/iu,
  },
  {
    language: 'en',
    transcript:
      "The customer interview with Northwind went well. They like the dashboard but the reports take too long, sometimes five minutes. Their biggest wish is an export to Excel. They would pay for a team plan if single sign-on is included. I'll send them a quote by Friday and ask engineering about the report speed.",
    subject: /northwind|interview/iu,
    action: /quote/iu,
  },
  {
    language: 'en',
    transcript:
      'Lecture on photosynthesis. Light reactions happen in the thylakoid membrane and produce ATP and NADPH. The Calvin cycle uses them to fix carbon dioxide in the stroma. The enzyme is called rubisco. Exam question will probably be about the difference between C3 and C4 plants.',
    subject: /photosynthesis/iu,
  },
  {
    language: 'en',
    transcript:
      "So, um, the car is making that noise again, like a grinding sound when I brake. I think it's the front brake pads. The garage on Mill Road quoted two hundred and eighty dollars. I'd like a second opinion before I pay that. Call Dave's garage tomorrow morning.",
    subject: /brake|garage|car/iu,
    action: /call dave/iu,
  },
  {
    language: 'en',
    transcript:
      "Book recommendation from Julia. It's called The Overstory by Richard Powers, it's about trees and activists. She said the first half is slow but the ending is worth it. I could get it from the library. Also she mentioned a podcast about forests but I forgot the name.",
    subject: /book|overstory/iu,
  },
  {
    language: 'en',
    transcript:
      'Budget review for the marketing team. We spent forty thousand on the spring campaign, which is ten percent over plan. The click rate was good but conversions were low on mobile. Proposal is to move five thousand from print to video ads and to redesign the mobile landing page. Decision needed from Karen by the end of the month.',
    subject: /budget review/iu,
  },
  {
    language: 'en',
    transcript:
      'Remember to water the plants, feed the cat, and take the bins out on Tuesday while the neighbors are away. The spare key is under the blue pot. The cat gets half a can in the morning and dry food at night. If anything goes wrong call Samantha.',
    subject: /plants|cat/iu,
    action: /remember to/iu,
  },
  {
    language: 'en',
    transcript:
      'I just finished the ten K run in fifty two minutes, which is my best time this year. The left knee felt fine until kilometer eight. I should buy new running shoes and do more stretching. Goal for the half marathon in April is under two hours.',
    subject: /run/iu,
    action: /running shoes/iu,
  },
  {
    language: 'de',
    transcript:
      'Kurze Notiz zum Umbau im Badezimmer. Die Fliesen kommen am Donnerstag und der Installateur will am Freitag anfangen. Wir müssen bis dahin die alte Badewanne ausbauen. Bitte Herrn Krüger anrufen und fragen, ob er einen Container bestellt hat. Das Budget liegt bei achttausend Euro.',
    subject: /umbau|badezimmer/iu,
    action: /ausbauen|anrufen/iu,
  },
  {
    language: 'de',
    transcript:
      'Also, das Gespräch mit der Lehrerin von Jonas war gut. Er ist in Mathe deutlich besser geworden, aber beim Lesen braucht er noch Hilfe. Sie empfiehlt, jeden Tag zehn Minuten laut zu lesen. Der nächste Elternabend ist am zwölften März. Ich muss noch das Formular für den Ausflug unterschreiben.',
    subject: /jonas|lehrerin/iu,
    action: /formular|lesen/iu,
  },
  {
    language: 'de',
    transcript:
      'Idee für den Newsletter im Mai. Wir könnten ein Interview mit der neuen Köchin bringen und drei Rezepte mit Spargel zeigen. Anna macht die Fotos. Der Text muss bis zum zwanzigsten April fertig sein.',
    subject: /newsletter/iu,
    action: /könnten|fertig/iu,
  },
  {
    language: 'fr',
    transcript:
      "Alors, il faut que je réserve le train pour Lyon avant vendredi. Le mariage de Camille est le 21 juin et l'hôtel près de la gare est presque complet. Je dois aussi acheter un cadeau et demander à Luc s'il peut garder le chien.",
    subject: /train|lyon|mariage/iu,
    action: /réserve/iu,
  },
  {
    language: 'fr',
    transcript:
      "Compte rendu de la réunion avec le fournisseur. Les livraisons ont eu deux semaines de retard à cause d'une panne dans leur entrepôt. Ils proposent une remise de cinq pour cent sur la prochaine commande. Nous devons confirmer les quantités avant lundi. Sophie prépare le nouveau contrat.",
    subject: /fournisseur/iu,
    action: /confirmer/iu,
  },
  {
    language: 'fr',
    transcript:
      "Euh, petite idée pour le jardin. On pourrait planter des tomates et du basilic le long du mur, parce que c'est l'endroit le plus ensoleillé. Il faudrait d'abord retourner la terre et ajouter du compost. Je vais demander à mon père s'il a encore des tuteurs.",
    subject: /jardin/iu,
    action: /planter|demander/iu,
  },
  {
    language: 'es',
    transcript:
      'Nota para mañana. Tengo que llamar al dentista para cambiar la cita del jueves, porque ese día tengo la entrevista de trabajo en Bilbao. También hay que recoger el traje en la tintorería y imprimir dos copias del currículum.',
    subject: /dentista|entrevista/iu,
    action: /llamar/iu,
  },
  {
    language: 'es',
    transcript:
      'Resumen de la reunión de vecinos. Se aprobó arreglar el ascensor y el presupuesto es de doce mil euros. La empresa empieza en septiembre y las obras duran tres semanas. Hay que pagar una cuota extra de ochenta euros por piso. Carmen envía el acta a todos.',
    subject: /vecinos|ascensor/iu,
    action: /pagar/iu,
  },
  {
    language: 'es',
    transcript:
      'Pues he pensado en el cumpleaños de mamá. Podríamos hacer una cena en el restaurante de la playa y regalarle un viaje a Granada. Pregunta a Marta si puede venir el sábado. Yo me encargo de reservar la mesa para diez personas.',
    subject: /cumpleaños/iu,
    action: /cena|reservar/iu,
  },
  {
    language: 'en',
    transcript:
      "Voice memo about the grant application. The deadline is March 3rd at midnight. We still need the letter of support from the university and the final budget table. Rachel writes the impact section, I do the methods. Let's have a full draft by Monday so that Professor Lang can read it.",
    subject: /grant/iu,
    action: /need the letter|draft/iu,
  },
];
