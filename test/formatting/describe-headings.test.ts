import { describe, expect, test } from 'bun:test';
import { extractDescription } from '../../formatting/describe/extract.ts';

const described = (transcript: string) => extractDescription({ transcript, hint: undefined, userTags: [] }).description;

describe('a title by the heading of the note', () => {
  test.each([
    [
      'a heading, and the main point',
      'Notes from the Friday team meeting. Everybody was there but Lou. The main thing is that the freezer in the back room leaks. We will call the repair service.',
      'Friday team meeting: freezer in the back room leaks',
    ],
    [
      'a heading of two parts, and what it was about',
      'Lecture four, economics. Today was about why prices stick when demand falls, and what banks do then. Read chapter two.',
      'Lecture four, economics: why prices stick',
    ],
    [
      'parts with numbers and times, which are left out',
      'Visit with Mrs. Okoro, sixty-four, check-up after the eye surgery two weeks ago. She sees well. No pain at all. Drops for another week.',
      'Visit with Mrs. Okoro: check-up after the eye surgery',
    ],
    [
      'a kind of note, and its main clause',
      'Bug report. When you open the menu on a phone, the page jumps to the top. It works on a computer. Please fix it soon.',
      'Bug report: page jumps to the top',
    ],
    [
      'a heading that says little, and the subject of the next sentence',
      'Choir committee, short summary. The piano in the hall needs a new string. We have the money for it. Ruth knows somebody who repairs a piano.',
      'Choir committee: piano in the hall',
    ],
    [
      'German',
      'Kurze Notiz zum Garten. Der Zaun ist morsch. Wir brauchen neue Bretter. Der Zaun muss bis Freitag stehen.',
      'Garten: Zaun',
    ],
    [
      'Spanish',
      'Resumen de la junta del club. Se habló sobre todo del tejado, que tiene goteras. El presupuesto llega el lunes.',
      'Junta del club: tejado',
    ],
    [
      'French',
      "Compte rendu rapide de ma visite au garage. L'embrayage est usé, il faut le changer. L'embrayage coûte huit cents euros.",
      'Visite au garage : embrayage',
    ],
    [
      'a list that a clause announces',
      'What we need from the garden centre. Six bags of compost, the fine one. Two trays of herbs. A new hose.',
      'What we need from the garden centre',
    ],
    [
      'the minutes of a group, and its first item',
      'So, this is for the minutes of the rowing club. We began late. First item was the repair of the dock. Then we ate.',
      'Rowing club: repair of the dock',
    ],
    [
      'a word that a clause describes',
      'Goulash, the way my uncle makes it. Two onions, a kilo of beef, and paprika. It cooks for three hours.',
      'Goulash',
    ],
    [
      'a talk with somebody',
      'Notes from talking to Mrs. Ferreira for the article on the mill. She worked there until it closed. Send her the text.',
      'Mrs. Ferreira for the article on the mill',
    ],
    [
      'a call, and its news',
      'Just off the phone with the vet. The good news is they have a bed for Rufus. Bring his blanket at nine.',
      'Vet: bed for Rufus',
    ],
    [
      'a question after a heading of one word',
      'Quick thought about the newsletter. It goes out on Mondays and nobody reads it. What if we send it on Sunday evenings? Ask Tom.',
      'Newsletter: what if we send it on Sunday evenings',
    ],
    [
      'an evening that is over, with a plural in the genitive',
      "Just back from the singers' evening. Nina was fine but she forgot the words. We have to pay by Monday.",
      "Singers' evening",
    ],
    [
      'what worries the speaker',
      'Driving notes. Started in Leeds at nine. What worries me is the oil light, it came on twice. Ask the garage.',
      'Driving notes: oil light',
    ],
    [
      'a notice in Spanish, and its main clause',
      'Aviso para el turno de noche. La puerta del almacén no cierra bien. El cerrajero viene mañana.',
      'Aviso para el turno de noche: puerta del almacén no cierra bien',
    ],
    [
      'what the speaker writes down, in Spanish and French',
      'Bueno, apunto lo de la cita con el notario. Falta un papel. Lo llevo el lunes.',
      'Cita con el notario',
    ],
    [
      'the subject after a meeting, in French',
      "Bon, je note l'appel avec le maire. La passerelle passe, mais il faut un devis. On verra en mai.",
      'Appel avec le maire : passerelle',
    ],
    [
      'a clause after a question word, whose verb has no object',
      'How I want to start at the reunion. We met Nils on the ferry. Nils had no ticket. Then a song.',
      'How I want to start at the reunion',
    ],
    [
      'a heading without its empty last word, and the main clause',
      'Boiler stuff. The warranty ends in April. The pressure is low. Somebody must come before then.',
      'Boiler: warranty ends in April',
    ],
    [
      'a heading without "again", and what is wrong',
      "The dog again. He hasn't slept since Monday. He walks in circles. We see the vet at noon.",
      "Dog: hasn't slept since Monday",
    ],
    [
      'a heading without words about the note itself',
      'Dentist appointment notes for myself. No sweets for a week. Rinse twice a day. Back in June.',
      'Dentist appointment',
    ],
    [
      'the first subject of a meeting, not a side topic',
      'Reunión de padres. El patio sigue cerrado y nadie sabe por qué. También hablamos de los disfraces. Votamos en mayo.',
      'Reunión de padres: patio',
    ],
    [
      'the subject of the first sentence',
      "The blood test came back from the clinic. Iron is too acid for the stomach. There's no rush at all.",
      'Blood test',
    ],
    [
      'a task, without the verb that only says that there is one',
      'We need to choose a color for the fence by Friday because the painter asked. Green or grey. My father hates grey.',
      'Choose a color for the fence by Friday',
    ],
  ])('reads %s', (_, transcript, title) => {
    expect(described(transcript).title).toBe(title);
  });

  test('adds no single repeated noun to a heading that names the subject', () => {
    const plan =
      'Rough plan for the sailing week. We load the tents on Monday. The tents are in the cellar. Eva dries the tents.';
    expect(described(plan).title).toBe('Rough plan for the sailing week');
    const lesson =
      'Lesson plan for year three. We cut shadows out of paper. Then shadows on the wall. They draw shadows.';
    expect(described(lesson).title).toBe('Lesson plan for year three: shadows');
  });

  test.each([
    [
      'a greeting',
      'Dear diary. Today I repaired the old radio with my father. It took us all day.',
      'Repaired the old radio with my father',
    ],
    [
      'a reminder',
      'Quick reminder to myself. I have to return the ladder to Paul on Sunday. He needs it for the roof.',
      'Return the ladder to Paul on Sunday',
    ],
    [
      'a name that is addressed',
      'Marcus, the staging server is down again. The staging server needs more memory.',
      'Staging server',
    ],
    [
      'a question',
      'Did the parcel arrive? Not yet. The parcel is at the depot, and the depot closes at five. Please call the depot.',
      'Parcel',
    ],
  ])('does not take %s for a heading', (_, transcript, title) => {
    expect(described(transcript).title).toStartWith(title);
  });
});

describe('a summary', () => {
  test.each([
    [
      'says what another person has to do',
      'The heater in the workshop is old. It was bought with the building. The smell comes from the filter. Some days it takes an hour until it is warm. It makes a noise as well. Dana has to send the invoice by Thursday. The colour is ugly.',
      'Dana has to send the invoice by Thursday.',
    ],
    [
      'says what was decided',
      'The van is ten years old. The brakes are fine. The radio is broken. The seats are torn on both sides of the van. Nobody likes the colour of the van. We agreed to sell it. The tyres are new.',
      'We agreed to sell it.',
    ],
    [
      'says what was decided, in Spanish',
      'La caldera del edificio tiene veinte años. La caldera hace ruido por la noche. El técnico miró la caldera dos veces. Los vecinos del primero tienen frío. Se aprobó cambiarla. El portal está limpio. La luz del portal funciona bien.',
      'Se aprobó cambiarla.',
    ],
    [
      'says who does what by when, in German',
      'Das Fest war schön und das Wetter auch. Das Fest hatte viele Gäste aus dem Ort. Die Musik vom Fest war laut. Am Stand gab es Kuchen und Saft. Jana schickt die Rechnung bis Freitag. Der Platz war sauber. Die Gäste vom Fest waren froh.',
      'Jana schickt die Rechnung bis Freitag.',
    ],
    [
      'says who does what by when, in French',
      'Le concert était bien et la salle aussi. Le concert a duré deux heures. La salle du concert est grande. Il y avait du monde partout. Sandrine doit rendre la clé avant lundi. Le parking était plein. Les gens du concert étaient contents.',
      'Sandrine doit rendre la clé avant lundi.',
    ],
    [
      'keeps the digits of a formatted text, and says what to prepare',
      'The lecture was about rivers. Rivers carry sand and rivers carry clay. The rivers in the north are short. The rivers in the south are long. Seminar on the 14th, prepare question 3, with sources. Rivers in spring are high rivers. The room was cold.',
      'Seminar on the 14th, prepare question 3, with sources.',
    ],
    [
      'says what to do, in a Spanish command',
      'La cocina estaba llena. La cocina huele a humo. El horno de la cocina es nuevo. La cocina tiene dos ventanas. Quitad el pulpo de la carta. La cocina cierra a las once. El suelo de la cocina es gris.',
      'Quitad el pulpo de la carta.',
    ],
    [
      'keeps the German word before a verb',
      'Die Küche im Heim ist alt. Die Küche hat einen Herd. Die Küche ist klein. Also muss Nora mit dem Vermieter reden. Die Küche riecht nach Gas. Die Küche bleibt zu.',
      'Also muss Nora mit dem Vermieter reden.',
    ],
  ])('%s', (_, transcript, task) => {
    expect(described(transcript).summary).toContain(task);
  });

  test('has no sentence that begins in the middle of one that was said', () => {
    const long =
      'The case was the one with the ladder, where the company had promised a hundred pounds to anybody who fell off the thing after they had bought it, and the judge said that the ladder was a ladder offer to the whole world, since the ladder company had money.';
    const { summary } = described(
      `Law lecture on the ladder company. ${long} Silence says nothing at all here. Students mix it up every year. Nobody is sure about messages. The room was rather cold again. We ended late.`,
    );
    expect(summary).not.toMatch(/(?:^|\. )\p{Ll}/u);
    expect(summary).toContain('… Silence says nothing at all here.');
  });
});

test('a tag names the noun of the title that the note says once, and at most three are new', () => {
  const { tags } = described(
    'Sermon on the lantern. The reading is short. I begin with a story from the harbour. It lasts ten minutes. Judith reads the text on Thursday. The choir sings twice. The hall is heated. Coffee comes after it. Nobody parks in front. The children sit in the first row.',
  );
  const names = tags.map(({ name }) => name.toLowerCase());
  expect(names).toContain('lantern');
  expect(names.length).toBeLessThanOrEqual(3);
});
