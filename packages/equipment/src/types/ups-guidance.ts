import type { GuidanceOf } from "../define.ts";
import type { ups } from "./ups.ts";

export const upsGuidance: GuidanceOf<typeof ups> = {
  "ups-on-battery": {
    en: "The UPS has lost its mains supply.\n1. Check its input breaker and the supply.\n2. Read the remaining runtime.\n3. Shut down less important equipment before the runtime ends.",
    hi: "UPS को मुख्य बिजली नहीं मिल रही।\n1. उसका इनपुट ब्रेकर और आपूर्ति जाँचें।\n2. बचा हुआ समय देखें।\n3. समय समाप्त होने से पहले कम ज़रूरी उपकरण बंद करें।",
    kn: "UPS ಗೆ ಮುಖ್ಯ ವಿದ್ಯುತ್ ಸಿಗುತ್ತಿಲ್ಲ.\n1. ಅದರ ಇನ್‌ಪುಟ್ ಬ್ರೇಕರ್ ಮತ್ತು ಪೂರೈಕೆ ಪರಿಶೀಲಿಸಿ.\n2. ಉಳಿದ ಸಮಯ ನೋಡಿ.\n3. ಆ ಸಮಯ ಮುಗಿಯುವ ಮೊದಲು ಕಡಿಮೆ ಮುಖ್ಯವಾದ ಸಾಧನಗಳನ್ನು ನಿಲ್ಲಿಸಿ.",
  },
  "ups-battery-low": {
    en: "The battery will be empty within minutes.\n1. Restore the mains supply if you can.\n2. Shut down the connected equipment now.",
    hi: "बैटरी कुछ मिनटों में ख़ाली हो जाएगी।\n1. हो सके तो मुख्य बिजली बहाल करें।\n2. जुड़े उपकरण अभी ठीक तरह से बंद करें।",
    kn: "ಬ್ಯಾಟರಿ ಕೆಲವೇ ನಿಮಿಷಗಳಲ್ಲಿ ಖಾಲಿಯಾಗುತ್ತದೆ.\n1. ಸಾಧ್ಯವಾದರೆ ಮುಖ್ಯ ವಿದ್ಯುತ್ ಮರಳಿ ತನ್ನಿ.\n2. ಸಂಪರ್ಕದಲ್ಲಿರುವ ಸಾಧನಗಳನ್ನು ಈಗಲೇ ಕ್ರಮವಾಗಿ ನಿಲ್ಲಿಸಿ.",
  },
  "ups-bypass": {
    en: "The UPS passes the mains through: a mains failure switches off the connected equipment.\n1. Ask whether maintenance is in progress.\n2. Read the display of the UPS for an overload or a fault.\n3. Return the UPS to normal operation.",
    hi: "UPS मुख्य बिजली को सीधे आगे भेज रहा है: बिजली जाने पर जुड़े उपकरण बंद हो जाएँगे।\n1. पूछें कि रखरखाव तो नहीं चल रहा।\n2. UPS के डिस्प्ले पर अधिक भार या ख़राबी देखें।\n3. UPS को सामान्य स्थिति में लौटाएँ।",
    kn: "UPS ಮುಖ್ಯ ವಿದ್ಯುತ್ತನ್ನು ನೇರವಾಗಿ ಹಾಯಿಸುತ್ತಿದೆ: ವಿದ್ಯುತ್ ಹೋದರೆ ಸಂಪರ್ಕದಲ್ಲಿರುವ ಸಾಧನಗಳು ನಿಲ್ಲುತ್ತವೆ.\n1. ನಿರ್ವಹಣೆ ನಡೆಯುತ್ತಿದೆಯೇ ಕೇಳಿ.\n2. UPS ಪರದೆಯಲ್ಲಿ ಅಧಿಕ ಹೊರೆ ಅಥವಾ ದೋಷ ಇದೆಯೇ ನೋಡಿ.\n3. UPS ಅನ್ನು ಸಾಮಾನ್ಯ ಸ್ಥಿತಿಗೆ ಮರಳಿಸಿ.",
  },
  "ups-test-failed": {
    en: "The UPS or its battery did not pass the self-test. It may not carry its load in a mains failure.\n1. Read the test result on the display of the UPS.\n2. Have the battery checked before the next outage.",
    hi: "UPS या उसकी बैटरी स्व-जाँच में सफल नहीं हुई। बिजली जाने पर वह अपना भार शायद न उठा पाए।\n1. UPS के डिस्प्ले पर जाँच का परिणाम पढ़ें।\n2. अगली बिजली कटौती से पहले बैटरी की जाँच कराएँ।",
    kn: "UPS ಅಥವಾ ಅದರ ಬ್ಯಾಟರಿ ಸ್ವ-ಪರೀಕ್ಷೆಯಲ್ಲಿ ಉತ್ತೀರ್ಣವಾಗಲಿಲ್ಲ. ವಿದ್ಯುತ್ ಹೋದಾಗ ಅದು ತನ್ನ ಹೊರೆ ಹೊರಲಾರದು.\n1. UPS ಪರದೆಯಲ್ಲಿ ಪರೀಕ್ಷೆಯ ಫಲಿತಾಂಶ ಓದಿ.\n2. ಮುಂದಿನ ವಿದ್ಯುತ್ ಕಡಿತಕ್ಕೂ ಮೊದಲು ಬ್ಯಾಟರಿಯನ್ನು ಪರಿಶೀಲಿಸಿ.",
  },
  "ups-overload": {
    en: "The load is above the rating. The UPS may switch off, or is on its bypass without protection.\n1. Switch off or move part of the load. Begin with the equipment that was added last.\n2. Check that the load is below 100 %.",
    hi: "भार क्षमता से अधिक है। UPS बंद हो सकता है, या बिना सुरक्षा के बाइपास पर है।\n1. भार का एक हिस्सा बंद करें या हटाएँ। सबसे बाद में जोड़े गए उपकरण से शुरू करें।\n2. जाँचें कि भार 100 % से कम है।",
    kn: "ಹೊರೆ ಸಾಮರ್ಥ್ಯಕ್ಕಿಂತ ಹೆಚ್ಚು. UPS ನಿಲ್ಲಬಹುದು, ಅಥವಾ ರಕ್ಷಣೆ ಇಲ್ಲದೆ ಬೈಪಾಸ್‌ನಲ್ಲಿದೆ.\n1. ಹೊರೆಯ ಒಂದು ಭಾಗವನ್ನು ನಿಲ್ಲಿಸಿ ಅಥವಾ ಸರಿಸಿ. ಕೊನೆಯದಾಗಿ ಸೇರಿಸಿದ ಸಾಧನದಿಂದ ಆರಂಭಿಸಿ.\n2. ಹೊರೆ 100 % ಗಿಂತ ಕಡಿಮೆಯಿದೆಯೇ ಪರಿಶೀಲಿಸಿ.",
  },
  "ups-output-off": {
    en: "The UPS is switched off, or its battery is empty. The connected equipment has no power.\n1. Check the connected equipment.\n2. Ask whether a person switched off the UPS.\n3. Read the display of the UPS for an overload or a fault.\n4. Switch the UPS on again when its input has power.",
    hi: "UPS बंद है, या उसकी बैटरी ख़ाली है। जुड़े उपकरणों को बिजली नहीं मिल रही।\n1. जुड़े उपकरण जाँचें।\n2. पूछें कि क्या किसी ने UPS बंद किया।\n3. UPS के डिस्प्ले पर अधिक भार या ख़राबी देखें।\n4. इनपुट पर बिजली होने पर UPS फिर चालू करें।",
    kn: "UPS ಆಫ್ ಆಗಿದೆ, ಅಥವಾ ಅದರ ಬ್ಯಾಟರಿ ಖಾಲಿಯಾಗಿದೆ. ಸಂಪರ್ಕದಲ್ಲಿರುವ ಸಾಧನಗಳಿಗೆ ವಿದ್ಯುತ್ ಇಲ್ಲ.\n1. ಸಂಪರ್ಕದಲ್ಲಿರುವ ಸಾಧನಗಳನ್ನು ಪರಿಶೀಲಿಸಿ.\n2. ಯಾರಾದರೂ UPS ಆಫ್ ಮಾಡಿದ್ದಾರೆಯೇ ಕೇಳಿ.\n3. UPS ಪರದೆಯಲ್ಲಿ ಅಧಿಕ ಹೊರೆ ಅಥವಾ ದೋಷ ಇದೆಯೇ ನೋಡಿ.\n4. ಇನ್‌ಪುಟ್‌ನಲ್ಲಿ ವಿದ್ಯುತ್ ಇದ್ದಾಗ UPS ಅನ್ನು ಮತ್ತೆ ಆನ್ ಮಾಡಿ.",
  },
  "ups-shutdown": {
    en: "The UPS switches off its load within minutes. A program or a person started the shutdown, or the battery is nearly empty.\n1. Shut down the connected equipment now.\n2. Ask whether the shutdown is planned.\n3. Check the mains supply of the UPS.",
    hi: "UPS कुछ मिनटों में अपना भार बंद कर देगा। किसी प्रोग्राम या व्यक्ति ने शटडाउन शुरू किया, या बैटरी लगभग ख़ाली है।\n1. जुड़े उपकरण अभी ठीक तरह से बंद करें।\n2. पूछें कि क्या शटडाउन नियोजित है।\n3. UPS की मुख्य बिजली जाँचें।",
    kn: "UPS ಕೆಲವೇ ನಿಮಿಷಗಳಲ್ಲಿ ತನ್ನ ಹೊರೆಯನ್ನು ಆಫ್ ಮಾಡುತ್ತದೆ. ಪ್ರೋಗ್ರಾಂ ಅಥವಾ ವ್ಯಕ್ತಿ ಶಟ್‌ಡೌನ್ ಆರಂಭಿಸಿದ್ದಾರೆ, ಅಥವಾ ಬ್ಯಾಟರಿ ಬಹುತೇಕ ಖಾಲಿಯಾಗಿದೆ.\n1. ಸಂಪರ್ಕದಲ್ಲಿರುವ ಸಾಧನಗಳನ್ನು ಈಗಲೇ ಕ್ರಮವಾಗಿ ನಿಲ್ಲಿಸಿ.\n2. ಶಟ್‌ಡೌನ್ ಯೋಜಿತವೇ ಕೇಳಿ.\n3. UPS ನ ಮುಖ್ಯ ವಿದ್ಯುತ್ ಪರಿಶೀಲಿಸಿ.",
  },
  "ups-overload-reported": {
    en: "The UPS itself reports that its load is too high. It may switch off.\n1. Switch off or move part of the load. Begin with the equipment that was added last.\n2. Compare the load of each phase on the display of the UPS.",
    hi: "UPS स्वयं बताता है कि भार बहुत अधिक है। वह बंद हो सकता है।\n1. भार का एक हिस्सा बंद करें या हटाएँ। सबसे बाद में जोड़े गए उपकरण से शुरू करें।\n2. UPS के डिस्प्ले पर हर फ़ेज़ का भार मिलाएँ।",
    kn: "ತನ್ನ ಹೊರೆ ಹೆಚ್ಚಾಗಿದೆ ಎಂದು UPS ಸ್ವತಃ ವರದಿ ಮಾಡಿದೆ. ಅದು ನಿಲ್ಲಬಹುದು.\n1. ಹೊರೆಯ ಒಂದು ಭಾಗವನ್ನು ನಿಲ್ಲಿಸಿ ಅಥವಾ ಸರಿಸಿ. ಕೊನೆಯದಾಗಿ ಸೇರಿಸಿದ ಸಾಧನದಿಂದ ಆರಂಭಿಸಿ.\n2. UPS ಪರದೆಯಲ್ಲಿ ಪ್ರತಿ ಫೇಸ್‌ನ ಹೊರೆ ಹೋಲಿಸಿ.",
  },
  "ups-replace-battery": {
    en: "The battery is old or defective. The UPS may not carry its load in a mains failure.\n1. Order a replacement of the type on the label of the UPS.\n2. Have the battery replaced before the next outage.\n3. Enter the date of the new battery on the screen of the UPS.",
    hi: "बैटरी पुरानी या ख़राब है। बिजली जाने पर UPS अपना भार शायद न उठा पाए।\n1. UPS के लेबल पर लिखे प्रकार की नई बैटरी मँगाएँ।\n2. अगली बिजली कटौती से पहले बैटरी बदलवाएँ।\n3. नई बैटरी की तारीख़ UPS के पृष्ठ पर दर्ज करें।",
    kn: "ಬ್ಯಾಟರಿ ಹಳೆಯದು ಅಥವಾ ದೋಷಪೂರಿತ. ವಿದ್ಯುತ್ ಹೋದಾಗ UPS ತನ್ನ ಹೊರೆ ಹೊರಲಾರದು.\n1. UPS ಲೇಬಲ್‌ನಲ್ಲಿರುವ ವಿಧದ ಹೊಸ ಬ್ಯಾಟರಿ ತರಿಸಿ.\n2. ಮುಂದಿನ ವಿದ್ಯುತ್ ಕಡಿತಕ್ಕೂ ಮೊದಲು ಬ್ಯಾಟರಿ ಬದಲಾಯಿಸಿ.\n3. ಹೊಸ ಬ್ಯಾಟರಿಯ ದಿನಾಂಕವನ್ನು UPS ಪುಟದಲ್ಲಿ ನಮೂದಿಸಿ.",
  },
  "ups-fault": {
    en: "The UPS itself reports this fault.\n1. Read the fault on the screen and on the display of the UPS.\n2. Follow the manual of the UPS, or ask the service company.",
    hi: "यह ख़राबी UPS स्वयं बताता है।\n1. ख़राबी इस पृष्ठ पर और UPS के डिस्प्ले पर देखें।\n2. UPS की पुस्तिका के निर्देश का पालन करें, या सर्विस कंपनी से पूछें।",
    kn: "ಈ ದೋಷವನ್ನು UPS ಸ್ವತಃ ವರದಿ ಮಾಡಿದೆ.\n1. ದೋಷವನ್ನು ಈ ಪುಟದಲ್ಲಿ ಮತ್ತು UPS ಪರದೆಯಲ್ಲಿ ನೋಡಿ.\n2. UPS ಕೈಪಿಡಿಯ ಸೂಚನೆ ಪಾಲಿಸಿ, ಅಥವಾ ಸರ್ವೀಸ್ ಕಂಪನಿಯನ್ನು ಕೇಳಿ.",
  },
  "mains-failed": {
    en: "Several UPSs of this building run on battery: its mains supply has failed.\n1. Check the main incoming breaker.\n2. Check that the generator has started, if there is one.\n3. Ask the electricity supplier how long the outage will last.\n4. Read the shortest runtime of the UPSs. Shut down less important equipment before it ends.",
    hi: "इस भवन के कई UPS बैटरी पर चल रहे हैं: इसकी मुख्य बिजली चली गई है।\n1. मुख्य इनपुट ब्रेकर जाँचें।\n2. जनरेटर हो तो जाँचें कि वह चालू हुआ है।\n3. बिजली कंपनी से पूछें कि बिजली कब लौटेगी।\n4. UPS का सबसे कम बचा हुआ समय देखें। उससे पहले कम ज़रूरी उपकरण बंद करें।",
    kn: "ಈ ಕಟ್ಟಡದ ಹಲವು UPS ಬ್ಯಾಟರಿಯಲ್ಲಿ ನಡೆಯುತ್ತಿವೆ: ಅದರ ಮುಖ್ಯ ವಿದ್ಯುತ್ ಹೋಗಿದೆ.\n1. ಮುಖ್ಯ ಇನ್‌ಪುಟ್ ಬ್ರೇಕರ್ ಪರಿಶೀಲಿಸಿ.\n2. ಜನರೇಟರ್ ಇದ್ದರೆ ಅದು ಆರಂಭವಾಗಿದೆಯೇ ಪರಿಶೀಲಿಸಿ.\n3. ವಿದ್ಯುತ್ ಯಾವಾಗ ಮರಳುತ್ತದೆ ಎಂದು ವಿದ್ಯುತ್ ಕಂಪನಿಯನ್ನು ಕೇಳಿ.\n4. UPS ಗಳಲ್ಲಿ ಉಳಿದ ಅತಿ ಕಡಿಮೆ ಸಮಯ ನೋಡಿ. ಅದಕ್ಕೂ ಮೊದಲು ಕಡಿಮೆ ಮುಖ್ಯವಾದ ಸಾಧನಗಳನ್ನು ನಿಲ್ಲಿಸಿ.",
  },
};
