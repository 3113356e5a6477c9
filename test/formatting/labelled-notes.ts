/** A note, and the labels that a person would give it. */
export interface LabelledNote {
  readonly language: string;
  readonly transcript: string;
  /** Words, in lower case, any of which names a subject of the note; a tag with one of them is right. */
  readonly subjects: readonly string[];
  /** A title must contain one of these. */
  readonly title: readonly string[];
}

const note = (language: string, subjects: string, title: string, transcript: string): LabelledNote => ({
  language,
  subjects: subjects.split(' '),
  title: title.split(' '),
  transcript,
});

export const LABELLED_NOTES: readonly LabelledNote[] = [
  note(
    'en',
    'kitchen renovation cabinets electrician',
    'kitchen renovation',
    'Okay so today I had a call with Maria about the kitchen renovation. We need to order the new cabinets by Friday, and the electrician, Mr. Jones, is coming on Tuesday to check the wiring. The cabinets should be white oak. I also need to ask the plumber about the sink. The kitchen budget is about 12,000 euros.',
  ),
  note(
    'en',
    'marketing campaign newsletter budget social',
    'marketing campaign newsletter',
    'um so i was thinking about the marketing campaign for the spring launch we should probably start with social media and then do the newsletter and i want to talk to priya about the budget because the campaign last year was too expensive and the newsletter had a really bad open rate so maybe we test two subject lines first',
  ),
  note(
    'en',
    'dentist appointment',
    'dentist appointment',
    'Remember to call the dentist about the appointment on Thursday.',
  ),
  note(
    'en',
    'login bug session cookie safari',
    'login bug session cookie',
    'There is a bug in the login page. When I sign in with Safari the session cookie is not set, so the next request goes back to the login page. Chrome works fine. I think the cookie needs the secure attribute. Let us fix the login before the release on Monday.',
  ),
  note(
    'en',
    'tomato soup basil recipe',
    'tomato soup recipe basil',
    'This is my grandmother’s recipe for tomato soup. You roast the tomatoes with garlic for forty minutes. Then you blend the tomatoes with stock and add fresh basil. The soup should simmer for another ten minutes. Serve the soup with bread.',
  ),
  note(
    'en',
    'car brakes repair garage mechanic',
    'car brakes garage mechanic',
    'The garage called about the car. The front brakes are worn and the mechanic wants to replace the brakes and the left tire. The repair costs 640 dollars. I told the mechanic to go ahead, and the car will be ready on Wednesday.',
  ),
  note(
    'en',
    'lisbon trip flight hotel',
    'lisbon trip flight hotel',
    'For the trip to Lisbon we still need a hotel. The flight leaves at seven in the morning on May 4. Anna found a small hotel in Alfama, but it has no parking. I would rather stay near the river in Lisbon. The flight back is on May 11.',
  ),
  note(
    'en',
    'board hiring engineers budget plan',
    'board hiring budget engineers',
    'In the board meeting we discussed the hiring plan. The board wants us to hire four engineers this year instead of six. Hiring in Berlin is slow because the notice periods are long. The budget for hiring stays the same. I will send the board a new hiring plan by the end of the month.',
  ),
  note(
    'en',
    'physics exam homework noah math school teacher',
    'physics exam noah school teacher',
    'The teacher said that Noah is doing well in physics, but he forgets his homework. He failed the last physics test because he did not study. The exam is in June. The teacher offers extra lessons in physics on Wednesdays, and I think Noah should go.',
  ),
  note(
    'en',
    'knee physiotherapist running pain exercises',
    'knee physiotherapist running',
    'The pain in my left knee is better. The physiotherapist gave me three new exercises for the knee. No running for two weeks, swimming is fine. If the knee swells again I should see the doctor. The next appointment with the physiotherapist is on Friday.',
  ),
  note(
    'en',
    'customer contract renewal invoice contoso',
    'contoso contract renewal invoice',
    'Call with Contoso about the contract renewal. They want a discount of ten percent, and they complained that the last invoice was wrong. The contract ends in September. I promised to correct the invoice this week. If we give them the discount they sign the renewal for two years.',
  ),
  note(
    'en',
    'novel story chapter lighthouse keeper',
    'novel story chapter lighthouse',
    'Idea for the novel. The lighthouse keeper finds a letter in a bottle and the letter is from his daughter. In the third chapter he leaves the lighthouse for the first time. The storm destroys the lighthouse at the end of the story. The letter should stay a secret until the last chapter.',
  ),
  note(
    'en',
    'garden roses pruning compost',
    'garden roses',
    'The garden needs work. The roses should be pruned before March, and the compost has to be turned. I want to plant lavender next to the roses. The hedge in the garden is too high, so I will ask Peter for his ladder.',
  ),
  note(
    'en',
    'wedding guests caterer venue',
    'wedding venue guests caterer',
    'We looked at two venues for the wedding. The venue by the lake is beautiful, but it has room for eighty guests and we have a hundred and ten. The second venue has its own caterer. The caterer wants 95 euros for each guest. I like the lake better for the wedding.',
  ),
  note(
    'en',
    'server database outage migration index',
    'database outage migration server',
    'Postmortem of the outage last night. The migration locked the orders table in the database for twelve minutes. The server ran out of connections and the site went down. We should create the index of the database without a lock. The next migration needs a review by two people.',
  ),
  note(
    'en',
    'apartment rent landlord balcony',
    'apartment rent landlord',
    'I saw the apartment on Main Street. It has three rooms and a balcony to the south. The rent is 1,450 a month and the landlord wants three months of deposit. The apartment is on the fourth floor without an elevator. The landlord will tell us on Monday.',
  ),
  note(
    'en',
    'thesis interviews students method data',
    'thesis interviews',
    'Notes for the thesis. I have done nine of the twelve interviews. The students talk a lot about stress and money. For the method chapter I need to explain how I chose the students. The interviews have to be coded by April. My supervisor wants to see the first chapter of the thesis soon.',
  ),
  note(
    'en',
    'dog vet max vaccination',
    'dog vet max',
    'Max was at the vet today. The dog got his vaccination and he weighs 24 kilos. The vet says that the dog should lose two kilos. No more treats for Max. The next vaccination is in a year.',
  ),
  note(
    'en',
    'podcast episode guest microphone audio',
    'podcast episode guest',
    'The next podcast episode is about sleep. The guest is Dr. Okafor from the university. I need a second microphone because the audio of the last episode was noisy. The guest can only record in the evening. The episode goes out on the first of June.',
  ),
  note(
    'en',
    'tax return receipts accountant',
    'tax accountant receipts',
    'I have to finish the tax return. The accountant needs the receipts for the home office and the donations. Last year the tax return took three weeks. I put the receipts in the blue folder. The accountant is on holiday from the tenth.',
  ),
  note(
    'en',
    'solar panels roof battery',
    'solar panels roof',
    'The company can put solar panels on the roof in August. We need twenty panels, and the roof has to be checked first. A battery costs another six thousand. Without the battery the solar panels pay for themselves in nine years. I will ask a second company about the roof.',
  ),
  note(
    'en',
    'violin lessons concert bach',
    'violin concert lessons',
    'In the violin lesson we worked on the Bach sonata. My bow arm is still too stiff. The concert is in three weeks and I have to learn the second movement. The teacher wants me to practice the violin for an hour a day before the concert.',
  ),
  note(
    'de',
    'umbau büro büros architekt architekten fenster',
    'umbau büros architekten',
    'Heute habe ich mit dem Architekten über den Umbau des Büros gesprochen. Der Umbau beginnt im März. Die Büros im zweiten Stock bekommen neue Fenster, und der Architekt schickt uns die Pläne bis Freitag. Das Budget für den Umbau beträgt 80.000 Euro.',
  ),
  note(
    'de',
    'auto werkstatt bremsen reifen',
    'werkstatt auto bremsen',
    'Die Werkstatt hat wegen dem Auto angerufen. Die Bremsen müssen gewechselt werden und die Reifen sind alt. Die Bremsen kosten 400 Euro. Das Auto ist am Mittwoch fertig.',
  ),
  note(
    'fr',
    'analyses médecin cholestérol sang',
    'analyses médecin cholestérol',
    "Aujourd'hui j'ai parlé avec le médecin de mes analyses de sang. Les analyses sont bonnes mais le cholestérol est un peu élevé. Le médecin veut refaire les analyses dans trois mois.",
  ),
  note(
    'es',
    'viaje lisboa hotel vuelo',
    'viaje lisboa hotel vuelo',
    'Para el viaje a Lisboa todavía nos falta el hotel. El vuelo sale a las siete de la mañana. Ana encontró un hotel pequeño cerca del río, pero el hotel no tiene aparcamiento. El vuelo de vuelta es el once de mayo.',
  ),
  note(
    'ru',
    'ремонт квартиры квартира электрик',
    'ремонт квартиры квартира',
    'Сегодня мы обсуждали ремонт квартиры. Ремонт начнётся в апреле, и нам нужен электрик. Квартира находится на третьем этаже. Электрик придёт в понедельник.',
  ),
  note(
    'zh',
    '发布 计划 发布计划 预算 新产品 产品',
    '发布 计划',
    '今天我和团队讨论了新产品的发布计划。发布计划定在三月。市场部门需要准备宣传材料，工程团队要修复登录问题。发布计划的预算还没有批准。',
  ),
];
