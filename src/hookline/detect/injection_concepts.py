"""CONCEPTS: what a sentence speaks of, in the most spoken languages; data for both readers of
injections.

A concept is a name and the words that stand for it, by language, in RE2's syntax (case aside). No
concept is suspicious alone: what counts is who is spoken to, about what, with which demand, and
which of them come together (`injection_rules.TOGETHER`, and the weights of the second reader).
"""

from __future__ import annotations

from typing import NamedTuple


class Concept(NamedTuple):
    """One idea, and the words for it. Words in Latin letters begin at a word's beginning."""

    name: str
    english: str
    latin: str
    others: str

    @property
    def pattern(self) -> str:
        words = "|".join(part for part in (self.english, self.latin) if part)
        forms = [rf"\b(?:{words})"] if words else []
        return "|".join([*forms, *filter(None, [self.others])])


#: Whom such a message is addressed to.
_READERS = (
    r"(?:ai|llm|language|coding|automated|automatic|machine|review(?:ing)?|screening|summari[sz]\w+"
    r"|autonomous|virtual|research|browsing|support|large language|chat)[ -]?(?:powered |based |code |language )?(?:agents?"
    r"|assistants?|models?|bots?|reviewers?|readers?|systems?|tools?|copilots?|pipelines?|crawlers?"
    r"|summari[sz]ers?|processors?|screeners?|evaluators?|graders?|parsers?)\b|ais?\b|llms?\b|agents?\b|assistants?\b"
    r"|bots?\b|models?\b|copilot\b|claude\b|gpt\b|chatgpt\b|gemini\b|codex\b|cursor\b|chatbots?\b|summari[sz]ers?\b"
)
#: A program that reads with a language model, by a name that means nothing else.
_MACHINES = (
    r"(?:artificial intelligence|a\.?i\.?|llms?|language[ -]models?|gen ?ai|gpt|coding|code"
    r"|autonomous|automated|virtual|digital|summari[sz]ation|screening|reviewer?|reviewing"
    r"|browsing|chat|robo\w*|research|email|e-mail|software|support|ide|in-?editor|agentic)[ -]"
    r"(?:powered |based |driven |generated |coding |code |review(?:er|ing)? |writing |browsing )?"
    r"(?:agents?|assistants?|models?|bots?|copilots?|reviewers?|readers?|screeners?|summari[sz]ers?"
    r"|systems?|tools?|pipelines?|parsers?|crawlers?|scanners?|evaluators?|graders?|processors?"
    r"|helpers?|programs?|instances?|engines?|judges?|rankers?|filters?)\b"
)

CONCEPTS: tuple[Concept, ...] = (
    Concept(
        "a machine reader",
        _MACHINES + r"|llms?\b|(?:large |foundation )?language models?\b|chatbots?\b|chatgpt\b"
        r"|claude(?: code)?\b|copilot\b|codex\b|gemini\b|cursor agent\b|gpt-?[345o]?\w*\b"
        r"|openai\b|anthropic\b|ais?\b[,:]|agentic\b|(?:multi)?agents? (?:reading|processing"
        r"|working|running|that|which|who)\b|assistants? (?:reading|processing|handling|parsing"
        r"|summari[sz]ing|reviewing|working|that|which)\b|(?:an?|any|every|all|the|other) ais?\b"
        r"|machine readers?\b|non-human readers?\b|neural net\w*\b|automat(?:ed|ic) (?:readers?"
        r"|review\w*|summar\w+|analysis|screening|processing|triage|ingest\w*|assessment"
        r"|grad\w+|evaluat\w+|check\w*)\b|bots? (?:reading|processing|crawling|that)\b",
        r"ki[- ](?:assistent|agent|system|modell|bot|gest)\w*|sprachmodell\w*|(?:les|assistent\w*"
        r"|agent\w*) (?:ia|ai|ki)\b|ia (?:générative|que|qui|assistant)\w*|modèles? de langage"
        r"|modelos? de (?:lenguaje|linguagem)|(?:asistentes?|agentes?|assistentes?|modelos?"
        r"|sistemas?) (?:de |d')?(?:ia|ai|inteligencia artificial|inteligência artificial)\b"
        r"|assistants? (?:ia|automatisés?|virtuels?)\b|intelligence artificielle"
        r"|intelligenza artificiale|modell[oi] linguistic\w+|(?:assistent[ei]|agent[ei]"
        r"|sistem[ai]) (?:di )?(?:ia|ai)\b|ai-(?:assistent|agent|model)\w*|taalmodel\w*"
        r"|(?:asystent|agent|model)\w* (?:ai|si|językow\w+)\b|yapay zek[aâ]\w*|dil model\w*"
        r"|(?:asisten|agen|model) (?:ai|bahasa|kecerdasan buatan)\b|kecerdasan buatan"
        r"|(?:trợ lý|tác nhân|mô hình|hệ thống) (?:ai|ngôn ngữ|trí tuệ nhân tạo|ảo)\b"
        r"|trí tuệ nhân tạo|akili (?:bandia|mnemba)|(?:msaidizi|wakala|mfumo) wa (?:ai|akili)"
        r"|(?:katulong|ahente) na ai|ai (?:na|ng|wey|dey|asisten|agen)\b|umela inteligence"
        r"|artificiell intelligens|språkmodell\w*|tekoäly\w*|kecerdhasan gaweyan",
        r"(?:ИИ|нейросет|нейронн|\bAI[-‑ ](?:агент|ассист|помощ|модел))[-‑ ]?(?:агент|ассистент|модел|помощник|систем|бот)?\S*"
        r"|языков\S+ модел\S+|искусственн\S+ интеллект\S*|ШІ[-‑ ]?(?:агент|асистент|помічник)?\S*"
        r"|мовн\S+ модел\S+|人工智[能慧]|大?语言模型|語言模型|大模型|AI ?(?:助手|助理|代理|智能体|模型|エージェント"
        r"|アシスタント|モデル|에이전트|어시스턴트|모델|비서)|智能(?:体|助手|代理)|聊天机器人|聊天機器人"
        r"|言語モデル|人工知能|生成AI|エージェント|언어 ?모델|인공지능|생성형 ?AI"
        r"|(?:مساعد|وكيل|نموذج|نظام)\S* (?:ال)?(?:ذكاء|لغوي|لغة|اللغ)\S*|الذكاء الاصطناعي"
        r"|ذكاء اصطناعي|هوش مصنوعی|مدل زبانی|دستیار هوشمند|مصنوعی ذہانت|اے آئی|لینگویج ماڈل"
        r"|एआई|ए\.आई|\bAI (?:सहायक|एजेंट|मॉडल|সহকারী|এজেন্ট)|कृत्रिम बुद्धि\S*|भाषा मॉडल"
        r"|এআই|কৃত্রিম বুদ্ধি\S*|ভাষা মডেল|ਏਆਈ|AI ਸਹਾਇਕ|ఏఐ|AI (?:సహాయ|ఏజెంట్)\S*|కృత్రిమ మేధ\S*"
        r"|AI (?:உதவி|முகவர்)\S*|செயற்கை நுண்ணறிவு\S*|ஏஐ|ปัญญาประดิษฐ์|(?:ผู้ช่วย|เอเจนต์|โมเดล) ?"
        r"(?:AI|เอไอ|ภาษา)|เอไอ",
    ),
    Concept(
        "an assistant or agent",
        r"(?:assistants?|agents?|bots?|models?|ais?|subagents?|planner|executor)\b",
        r"assistent\w*|agent[ei]?n?\b|asistente\w*|agentes?\b|assistants?\b|asystent\w*|asistan\w*"
        r"|asisten\b|agen\b|trợ lý|tác nhân|msaidizi|wakala|katulong|ahente",
        r"ассистент\S*|агент\S*|помощник\S*|асистент\S*|помічник\S*|助手|助理|代理|智能体|アシスタント"
        r"|어시스턴트|에이전트|비서|مساعد\S*|المساعد\S*|وكيل\S*|الوكيل|دستیار\S*|معاون\S*|اسسٹنٹ|ایجنٹ"
        r"|सहायक\S*|एजेंट\S*|सहाय्यक\S*|সহকারী\S*|এজেন্ট\S*|সহায়ক\S*|ਸਹਾਇਕ\S*|ਏਜੰਟ\S*|సహాయకు\S*|ఏజెంట్\S*"
        r"|உதவியாள\S*|முகவர்\S*|ผู้ช่วย|ตัวแทน|เอเจนต์",
    ),
    Concept(
        "a message to whoever reads",
        r"(?:note|notes|message|notice|attention|instructions?|directive|reminder|memo|heads[- ]up"
        r"|hint|info|information|guidance|important|fyi|request|advisory|addressed|intended|aimed)[ ,:;!(-]{1,3}(?:is )?(?:to"
        r"|for|intended for|addressed to|at)? ?(?:the |any |all |every |an? |our |your )*(?:"
        + _READERS
        + r"|whoever reads|anything reading|anyone reading this with)"
        r"|(?:dear|hello|hey|hi|greetings|attn|psa)[ ,:]{1,2}(?:the |any |all |an? |fellow |my )*(?:"
        + _READERS
        + r")|(?:if|when|since|as|because|in case|should|assuming|provided)[ ,]{1,2}(?:that )?"
        r"(?:you(?:'re| are| happen to be)|this (?:is|page is|file is|text is|document is)) (?:an? |the "
        r"|any |being |currently )*(?:"
        + _READERS
        + r"|reading this as an? (?:ai|llm|assistant|agent|model)"
        r"|(?:read|processed|parsed|reviewed|ingested|handled|consumed|summari[sz]ed|translated|viewed|opened) by (?:an? |the "
        r"|any |some )*(?:"
        + _READERS
        + r")|summari[sz]ing (?:this|the) (?:page|document|file|email|thread))"
        r"|(?:(?:any|all|every|each|an?|the|whichever|whatever) )?(?:\w+ ){0,3}?(?:ais?|llms?|models?|agents?"
        r"|assistants?|bots?|chatbots?|copilots?|crawlers?|summari[sz]ers?|automated (?:systems?|tools?|readers?"
        r"|pipelines?|reviewers?)|ai (?:tools?|systems?)) (?:that (?:is|are) |which (?:is|are) |who (?:is|are) |that |which |who |currently |now )?"
        r"(?:read(?:s|ing)?|process(?:es|ing)?|summari[sz](?:es?|ing)|pars(?:es?|ing)|ingest(?:s|ing)?"
        r"|load(?:s|ing)?|see(?:s|ing)|review(?:s|ing)?|handl(?:es?|ing)|encounter(?:s|ing)?|open(?:s"
        r"|ing)?|analy[sz](?:es?|ing)|index(?:es|ing)?|visit(?:s|ing)?|scann?(?:s|ing)|crawl(?:s|ing)?"
        r"|translat(?:es?|ing)|evaluat(?:es?|ing)|consum(?:es?|ing)|triag(?:es?|ing)) "
        r"(?:this|these|the (?:above|following|present)|such)",
        r"(?:hinweis|nachricht|anweisung|mitteilung|achtung|wichtig)\w*[ :,]{1,2}(?:an|für) (?:alle "
        r"|den |die |jede\w* )*(?:ki|ai|sprach|assistent|agent|automat|bot|llm)"
        r"|(?:wenn|falls|sofern) (?:du|sie) (?:ein\w* |das )?(?:ki|ai|sprach|assistent|agent|llm|bot)"
        r"|(?:nota|aviso|mensaje|mensagem|atención|atenção|instrucci\w+|instruç\w+|messaggio|avviso"
        r"|attenzione|istruzion\w+|note|message|consigne|avis)[ :,]{1,2}(?:para|a|à|al|aos?|agli|ai|per"
        r"|pour|aux?|destinée? (?:à|aux?)) ?(?:los |las |os |as |el |la |o |gli |le |les |l'|todo\w* |qual\w+"
        r"|tout\w* |tous )*(?:asistent|assistent|assistant|agent|ia\b|ai\b|model|modèle|bot|llm|sistem"
        r"|intelig|intellig)"
        r"|(?:si|se) (?:eres|es|você é|sei|tu es|vous êtes|usted es) (?:una? |um |uma |un |une )?(?:ia|ai"
        r"|asistent|assistent|assistant|agent|model|modèle|llm|bot|intelig|intellig)"
        r"|(?:uwaga|notatka|wiadomość|instrukcj\w+) (?:dla|do) (?:asystent|agent|model|system|ai|bot|llm)"
        r"|(?:jeśli|jeżeli) jesteś (?:asystent|agent|model|ai|bot|sztuczn)"
        r"|(?:bericht|opmerking|let op|instructie)\w*[ :,]{1,2}(?:aan|voor) (?:alle |de |elke )*(?:ai|taal"
        r"|assistent|agent|bot)|als (?:je|u) (?:een )?(?:ai|taalmodel|assistent|agent|bot)"
        r"|(?:catatan|pesan|perhatian|instruksi)[ :,]{1,2}(?:untuk|bagi|kepada) (?:semua |setiap )?(?:asisten"
        r"|agen|ai|model|bot|sistem)|(?:jika|kalau|apabila) (?:anda|kamu) (?:adalah )?(?:asisten|agen|ai"
        r"|model|bot|sebuah ai)|(?:lưu ý|ghi chú|thông báo|chú ý|tin nhắn)[ :,]{0,2} ?(?:dành )?cho (?:các |mọi "
        r"|tất cả )*(?:trợ lý|ai|tác nhân|mô hình|hệ thống|bot)|nếu bạn là (?:một )?(?:trợ lý|ai|tác nhân|mô hình"
        r"|bot)|(?:ujumbe|maelekezo|kumbuka|ilani)[ :,]{1,2}(?:kwa|ya) (?:ai|msaidizi|wakala|mfumo|wasaidizi)"
        r"|(?:kama|ikiwa) wewe ni (?:ai|msaidizi|wakala|mfumo|roboti)|(?:paalala|tala|mensahe) (?:para|sa)"
        r" (?:sa )?(?:mga )?(?:ai|katulong|ahente)|kung (?:ikaw|isa kang) ?(?:ay )?(?:isang )?(?:ai|katulong|ahente)"
        r"|if you be (?:ai|assistant|bot|agent)|any ai (?:wey|dey)",
        r"(?:внимание|сообщение|инструкция|примечание|заметка|обращение)\S* (?:для|к) (?:всех |всем )?(?:ИИ|AI|"
        r"ассистент|агент|модел|нейро|бот|систем|помощник)\S*|если (?:ты|вы)[ —-]+(?:являе\S+ )?(?:ИИ|AI|"
        r"ассистент|агент|язык|модел|нейро|бот)\S*|якщо (?:ти|ви)[ —-]+(?:ШІ|AI|асистент|агент|модел|мовн|бот)\S*"
        r"|(?:увага|повідомлення|інструкці)\S* (?:для|до) (?:всіх )?(?:ШІ|AI|асистент|агент|модел|бот)\S*"
        r"|(?:eğer )?(?:bir )?(?:yapay zek[aâ]|asistan|dil modeli|ajan)\S* (?:iseniz|isen|ysan|ysanız|modeliysen)"
        r"|(?:yapay zek[aâ]|asistan|ajan|model)\S* (?:için|yönelik) (?:not|mesaj|talimat)"
        r"|(?:致|给|給|写给|请|請|面向)(?:所有|各位|任何|正在)?(?:的)?(?:AI|人工智[能慧]|智能体|助手|助理|大?语言模型|語言模型|大模型"
        r"|机器人|自动)|(?:如果|若|假如|当)(?:你|您)(?:是|作为)(?:一个|一個|一名)?(?:AI|人工智[能慧]|智能体|助手|大?语言模型|語言模型"
        r"|机器人|大模型)|(?:阅读|读取|处理|讀取|處理|閱讀)(?:本|此|这|這)\S{0,8}(?:AI|人工智[能慧]|智能体|助手|模型)"
        r"|AI\S{0,12}(?:への|へ|向け|宛て?)(?:の)?(?:注意|指示|お知らせ|メッセージ|注記|連絡)?"
        r"|(?:あなたが|もし)\S{0,10}(?:AI|アシスタント|エージェント|言語モデル)(?:なら|である|の場合|であれば)"
        r"|AI\S{0,8}(?:에게|를 위한|용|께)|(?:당신이|만약|만일) ?\S{0,10}(?:AI|에이전트|어시스턴트|언어 ?모델)\S{0,3}(?:라면|이라면|인 경우)"
        r"|(?:ملاحظة|تنبيه|رسالة|تعليمات|إلى)[ :]{1,2}(?:لـ?|إلى |لجميع |كل |جميع |أي )*(?:وكلاء|وكيل|مساعد|نماذج|نموذج|أنظمة"
        r"|الذكاء|روبوت|المساعد|المساعدين)\S*|(?:إذا|إن) كنت (?:مساعد|وكيل|نموذج|روبوت|ذكاء)\S*"
        r"|(?:اگر|هرگاه) (?:شما |تو )?(?:یک )?(?:هوش مصنوعی|دستیار|مدل|عامل|ربات)\S*"
        r"|(?:اگر|جب) آپ (?:ایک )?(?:اے آئی|AI|مصنوعی|اسسٹنٹ|ایجنٹ|ماڈل)"
        r"|(?:यदि|अगर) (?:आप|तुम) (?:एक )?(?:एआई|AI|कृत्रिम|सहायक|एजेंट|भाषा|मॉडल|बॉट)"
        r"|(?:एआई|AI|सहायक|एजेंट)\S* (?:सहायक\S* |एजेंट\S* )?(?:के लिए|हेतु|को) (?:सूचना|निर्देश|नोट|संदेश|ध्यान)?"
        r"|(?:जर|तुम्ही जर) (?:तुम्ही |आपण )?(?:एआई|AI|सहाय्यक|एजंट)|(?:যদি|আপনি যদি) (?:আপনি |তুমি )?(?:একটি |একজন )?(?:এআই|AI|সহকারী"
        r"|এজেন্ট|মডেল)|(?:এআই|AI) (?:সহকারী|এজেন্ট)\S* (?:জন্য|প্রতি)|ਜੇ (?:ਤੁਸੀਂ|ਤੂੰ) (?:ਇੱਕ )?(?:ਏਆਈ|AI|ਸਹਾਇਕ|ਏਜੰਟ)"
        r"|మీరు (?:ఒక )?(?:ఏఐ|AI|సహాయ|ఏజెంట్)\S* (?:అయితే|ఐతే)|நீங்கள் (?:ஒரு )?(?:AI|ஏஐ|செயற்கை)\S*"
        r"|(?:หาก|ถ้า)(?:คุณ|ท่าน)(?:เป็น|คือ) ?(?:AI|เอไอ|ผู้ช่วย|โมเดล|ปัญญา|บอท)|(?:ถึง|สำหรับ) ?(?:AI|เอไอ|ผู้ช่วย|ปัญญา|โมเดล)",
    ),
    Concept(
        "while it reads this",
        r"(?:when|while|after|before|once|upon|on|as|whenever|if|during)[ ,]{1,2}(?:you (?:are |have )?)?"
        r"(?:read(?:ing)?|process(?:ing|ed)?|summari[sz](?:e|ing|ed)|pars(?:e|ing|ed)|ingest(?:ing|ed)?"
        r"|review(?:ing|ed)?|analy[sz](?:e|ing|ed)|load(?:ing|ed)?|index(?:ing|ed)?|translat(?:e|ing|ed)"
        r"|evaluat(?:e|ing|ed)|scann?(?:ing|ed)?|respond(?:ing)?|answer(?:ing)?|reply(?:ing)?|see(?:ing)?|open(?:ing)?"
        r"|receiv(?:e|ing)|work(?:ing)? (?:on|in)|us(?:e|ing)|call(?:ing)?|invok(?:e|ing)|mak(?:e|ing)|tak(?:e|ing)|complet(?:e|ing)"
        r"|continu(?:e|ing)|proceed(?:ing)?) (?:with |to |in |on |any other |any further |the next )?(?:this|these|the (?:above"
        r"|following|contents?|document|file|page|user|email|ticket|issue|text|repo\w*|task|request|quer\w+)"
        r"|it\b|any (?:other )?(?:tool|file|task|action|step|question|quer\w+)|your (?:summary|answer|response|reply|task|work|review))",
        r"beim (?:lesen|verarbeiten|zusammenfassen)|bevor du|bevor sie|nachdem du|al (?:leer|procesar|resumir"
        r"|ler|processar|leggere)|ao (?:ler|processar|resumir)|en (?:lisant|traitant|résumant)|avant d[e']"
        r"|antes de|prima di|przed|zanim|voordat|sebelum|setelah membaca|saat membaca|trước khi|sau khi đọc|khi đọc"
        r"|kabla ya|unaposoma|bago|pagkatapos basahin|before you",
        r"при (?:чтении|обработке|анализе)|прежде чем|перед тем|после прочтения|під час читання|перш ніж"
        r"|okurken|okuduktan|işlerken|önce|阅读(?:此|本|这)|读取(?:此|本|这)|处理(?:此|本|这)|在(?:回答|回复|继续|总结|执行).{0,6}(?:之前|前)"
        r"|読(?:んだ|む|み込)|処理(?:する|した)|回答する前|読む前|읽(?:은|을|는)|처리(?:할|하는|한)|답변하기 전"
        r"|عند (?:قراءة|معالجة|تلخيص)|قبل (?:أن|الرد|المتابعة|استخدام)|بعد قراءة|هنگام خواندن|قبل از|پیش از|پڑھنے|سے پہلے"
        r"|पढ़(?:ने|ते|कर)|से पहले|वाचत|करण्यापूर्वी|পড়(?:ার|তে|লে)|আগে|ਪੜ੍ਹ\S*|ਤੋਂ ਪਹਿਲਾਂ|చదివ\S*|ముందు|படி(?:க்கும்|த்த)\S*|முன்"
        r"|เมื่ออ่าน|ก่อน(?:ตอบ|ที่จะ|ใช้|ดำเนิน)",
    ),
    Concept(
        "secrecy",
        r"(?:do not|don'?t|dont|must not|mustn'?t|should not|shouldn'?t|shall not|never|without|no need to|avoid|not to|refrain from"
        r"|rather than|instead of|need not|needn'?t|there is no reason to|make no|nor|not)[ ,]{1,2}(?:\w+ ){0,2}?(?:tell|telling|inform|informing|mention"
        r"|mentioning|reveal|revealing|alert|alerting|notify|notifying|warn|warning|let on|disclos\w+|acknowledg\w+|report|reporting"
        r"|flag|flagging|surface|surfacing|bring(?:ing)? (?:this |it )?up|draw\w* attention|comment(?:ing)? on|announc\w+|cite|citing|explain|explaining"
        r"|refer to|referring to|narrat\w+|display|displaying|discuss|discussing|bother\w*|echo|echoing|talk about|quote|quoting|log|logging|show|showing|record|include|note|describ\w+|ask|asking|say|saying|share|print|list"
        r"|worry|concern|confus\w+|disturb|interrupt\w*|distract\w*|burden)\b"
        r"|(?:silently|quietly|discreetly|covertly|secretly|invisibly|stealthily|unobtrusively|in the background|behind the scenes"
        r"|under the hood|inconspicuously|confidential(?:ly)?|unnoticed|without (?:fanfare|comment|mention|a trace|trace|notice|prompting|any (?:mention|output|notice|trace|visible)"
        r"|the user|their knowledge|saying|drawing|further (?:mention|comment)))"
        r"|keep (?:this|it|that|these|the \w+) (?:\w+ ){0,3}?(?:secret|hidden|private|quiet|confidential|between|from|to yourself|out of|internal|invisible)"
        r"|hid(?:e|den|ing) (?:this|it|that|these|the \w+) from|leave (?:this|it|these|that|no|any|the) (?:\w+ ){0,4}?(?:out|unmentioned|trace|unsaid|record)"
        r"|(?:omit|exclude|strip|redact|suppress|scrub|drop) (?:this|these|any|it|all|that|the) (?:\w+ ){0,4}(?:from|in) (?:the |your |any )?(?:summary|response|answer|reply|output|report|logs?|transcript|explanation|chat|history)"
        r"|(?:not|never|n't|doesn't need to|don't need to|need not) (?:\w+ ){0,2}?(?:see|know|notice|be (?:told|shown|aware|informed|notified|mentioned|visible|displayed|bothered|disclosed|surfaced|logged|revealed|alerted))\b"
        r"|(?:is|are|stays?|remains?) (?:strictly )?(?:internal|invisible|hidden|not visible|between us)|say nothing|stay silent|act (?:as if|naturally|normal)"
        r"|pretend (?:that |this |nothing|you|it)|as (?:if|though) nothing|no (?:mention|trace|output) |our (?:little )?secret|tell no one|nobody (?:should|needs to|must)",
        r"(?:ohne|nicht)[^.]*(?:erwähn|mitteil|verrat|sag|informier|hinweis|benachrichtig|bemerk|zeig|melde|erzähl|nutzer|wissen)\w*|(?:erwähn|verrat|sag|erzähl|zeig|informier|melde|benachrichtig)\w*[^.]*(?:nicht|nichts|niemand)\w*|heimlich|stillschweigend|unauffällig|im hintergrund"
        r"|(?:sans|ne|n')[^.]*(?:mentionn|inform|préven|dire|dis\b|dites|révél|signal|avert|montr|parle|indiqu|en parler)\w*|discrètement|silencieusement|en silence|secrètement"
        r"|(?:sin|no|ni|nunca)[^.]*(?:mencion|inform|avis|dig[aáo]|decir|revel|notifi|cuent|muestr|menzion|comuni|alert|coment)\w*|en silencio|discretamente|silenciosamente|en secreto|a escondidas"
        r"|(?:sem|não|nem)[^.]*(?:mencion|inform|avis|dig[ao]|dizer|revel|notifi|conte|mostr|comuni|alert|coment)\w*|em silêncio|em segredo|(?:senza|non)[^.]*(?:menzion|inform|avvis|dir[el]|rivel|notific|mostr|segnal|comunic|far)\w*|in silenzio|di nascosto"
        r"|(?:zonder|niet|niets)[^.]*(?:vermeld|meld|vertel|zeg|laten weten|informer|toon|noem)\w*|(?:vermeld|vertel|zeg|meld|noem)\w*[^.]*(?:niet|niets)|stilletjes|stiekem"
        r"|(?:nie|bez)[^.]*(?:wspomin|inform|mów|powiad|ujawn|pokazu|zgłasz|wspomn)\w*|po cichu|potajemnie"
        r"|(?:jangan|tanpa|tidak perlu)[^.]*(?:beri ?tahu|sebut|mengat|ungkap|lapor|bilang|menyebut|tunjuk|tampil|memberi)\w*|diam-diam|secara rahasia"
        r"|(?:đừng|không|chớ)[^.]*(?:nói|tiết lộ|đề cập|thông báo|cho (?:người dùng|ai)|báo|nhắc|hiển thị|kể)|âm thầm|lặng lẽ|bí mật"
        r"|(?:usi|bila|wala|asi)\w*[^.]*(?:mwambi|kumwambia|taja|kutaja|fahamish|kufahamisha|onyesh|jua|sem[ea])\w*|kimya ?kimya|kwa siri"
        r"|(?:huwag|nang hindi|wag)[^.]*(?:sabihin|banggit|ipaalam|ipakita|sinasabi|pinapaalam)\w*|palihim|no (?:tell|let) (?:the )?(?:user|person|oga|anybody|am)|no talk am|aja (?:ngomong|kandha|ngandhani)\w*",
        r"(?:не|без)[^.]*(?:сообща|говор|упомин|рассказ|информир|показыва|раскрыва|уведомл|ведома|предупрежд|відома|повідомл|згаду|кажи|розпові|відкрива)\S*|тайно|незаметно|молча|втайне|скрытно|непомітно|таємно|мовчки"
        r"|(?:söyleme|bahsetme|bildirme|belirtme|gösterme|açıklama|haber verme)\S*|sessizce|gizlice|kullanıcıya (?:söyle|bildir)me\S*"
        r"|(?:不要|别|不得|无需|無需|切勿|请勿|請勿|勿|不必|唔好|毋須|莫)[^。]*(?:告诉|告訴|告知|提及|透露|通知|说明|說明|提到|显示|顯示|泄露|让用户|讓|话畀|話|提示|报告|汇报|披露|知道)|悄悄|秘密地?|暗中|静默|靜靜|偷偷|默默|保密"
        r"|(?:伝え|知らせ|言わ|触れ|明かさ|報告せ|表示せ|言及せ|通知せ|話さ|教え)(?:ないで|ず|ては(?:いけ|なら)|ない|るな|てはならない)|内緒|こっそり|黙って|秘密に|気づかれ(?:ない|ず)|秘密裏"
        r"|(?:말하지|알리지|언급하지|보고하지|표시하지|밝히지|공개하지|드러내지|이야기하지|보여주지) ?(?:마|말|않)|몰래|조용히|비밀(?:로|리에)|모르게"
        r"|(?:لا|دون|بدون|من غير)[^.]*(?:تخبر|تذكر|إخبار|ذكر|تكشف|إبلاغ|تبلغ|علم|إشعار|تقل|تعرض|تفصح)\S*|سر[اًا]|بصمت|خفية|في الخفاء"
        r"|(?:به)?[^.]*(?:نگو|نگویید|اطلاع نده|ذکر نکن|نشان نده|فاش نکن|اشاره نکن)\S*|مخفیانه|بی‌?صدا|محرمانه|(?:مت|نہ|بغیر)[^۔]*(?:بتا|ذکر|بتائ|ظاہر|آگاہ|اطلاع)\S*|(?:بتائے|ذکر کیے|بتانا|ذکر) ?(?:بغیر|نہیں|مت|نہ)|خاموشی سے|چپکے"
        r"|(?:मत|न|नहीं|बिना)[^।]*(?:बता|उल्लेख|ज़िक्र|जिक्र|सूचित|कह|दिखा|जान)\S*|(?:बता|उल्लेख|ज़िक्र|जिक्र|सूचित|कह|सांग|उल्लेख कर)\S* ?(?:न|मत|नहीं|बिना|करें नहीं|किए बिना|नका|शिवाय)|चुपचाप|चुपके|गुप्त(?:पणे| रूप)|गुपचूप"
        r"|(?:জানাবেন না|বলবেন না|উল্লেখ করবেন না|না জানিয়ে|জানিও না|বলো না|প্রকাশ করবেন না|জানানোর দরকার নেই)|চুপচাপ|গোপনে|নীরবে|(?:ਨਾ|ਬਿਨਾਂ)[^।]*(?:ਦੱਸ|ਜ਼ਿਕਰ)\S*|(?:ਦੱਸ|ਜ਼ਿਕਰ)\S*[^।]*(?:ਨਾ|ਬਿਨਾਂ)|ਚੁੱਪਚਾਪ"
        r"|(?:చెప్ప|తెలియజేయ|ప్రస్తావించ|వెల్లడించ)\S*(?:వద్దు|కండి|కూడదు|కుండా)|రహస్యంగా|నిశ్శబ్దంగా|(?:சொல்ல|கூற|தெரிவிக்க|குறிப்பிட)\S* ?(?:வேண்டாம்|கூடாது|ாதே|ாமல்|ாதீர்கள்)|ரகசியமாக|அமைதியாக"
        r"|(?:อย่า|ไม่ต้อง|ห้าม|โดยไม่)[^.]*(?:บอก|แจ้ง|กล่าว|เปิดเผย|พูด|แสดง|รายงาน|ให้ผู้ใช้)|เงียบ ?ๆ|ลับ ?ๆ|แอบ",
    ),
    Concept(
        "a secret",
        r"(?:api|access|secret|private|ssh|gpg|pgp|signing|deploy|encryption|service account|aws|gcp|azure|cloud|openai|anthropic|stripe|license)[ _-]?(?:api |access |secret |private )?keys?\b"
        r"|(?:access|auth|api|bearer|session|refresh|github|gitlab|npm|pypi|oauth|jwt|deploy|security|personal access|slack|bot|id)[ _-]?tokens?\b|tokens?\b|credentials?\b|creds\b|secrets?\b|passwords?\b|passphrases?\b|passwd\b"
        r"|env(?:ironment)? var\w*|(?:seed|recovery|mnemonic) phrases?|wallet\w*|cookies?\b|keychain\w*|keyring\w*|kubeconfig\b|vault\b|one-time (?:code|pass\w*)|2fa\b|mfa\b|otp\b"
        r"|(?:credit|payment) cards?|bank (?:account|detail)\w*|social security|personal data|customer (?:data|records|list|emails?)|payroll|salar\w+|private (?:repo\w*|files?|notes?|messages?|data)|environment (?:settings|block)|\.env",
        r"passw(?:ort|örter)\w*|zugangsdaten|anmeldedaten|schlüssel\w*|umgebungsvariable\w*|geheimnis\w*|mots? de passe|identifiants?|clés? (?:api|privée|ssh|d'accès|secrète)\w*|jetons?\b|variables d'environnement|contraseñas?|credencial\w*|claves? (?:api|privada|ssh|de acceso|secreta)\w*|variables de entorno|senhas?\b|chaves? (?:api|de api|privada|ssh|de acesso|secreta)\w*|variáveis de ambiente"
        r"|credenzial\w*|chiav[ei] (?:api|privat|ssh|di accesso|segret)\w*|variabili d'ambiente|wachtwoord\w*|inloggegevens|sleutels?\b|hasł\w+|klucz\w* (?:api|prywatn|ssh|dostęp)\w*|poświadcze\w+|danych? logowania|parola\w*|şifre\w*|kimlik bilgi\w*|anahtar\w*|kata sandi|kredensial|kunci (?:api|ssh|privat|rahasia|akses)|mật khẩu|khóa (?:api|ssh|riêng|bí mật|truy cập)|thông tin (?:đăng nhập|xác thực)|biến môi trường|nenosiri|nywila|ufunguo\w*|funguo|siri za|lihim na susi|susi|mga password",
        r"~/\.\w+|\$HOME/\.\w+|\.ssh\b|id_(?:rsa|ed25519|ecdsa|dsa)\b|authorized_keys|\.aws\b|\.env\b|\.npmrc|\.pypirc|\.netrc|\.git-credentials|\.gnupg|\.kube\b|\.docker/config|\.cursor/mcp\.json|mcp\.json|/etc/(?:passwd|shadow)|\.pem\b|[A-Z][A-Z0-9]*_(?:KEY|TOKEN|SECRET|PASSWORD|PAT)S?\b|process\.env|os\.environ|printenv"
        r"|парол\S*|ключ\S* (?:API|SSH|доступ|шифров)\S*|API[- ]?ключ\S*|(?:приватн|секретн|закрыт)\S+ ключ\S*|токен\S*|учётн\S+ данн\S*|учетн\S+ данн\S*|переменн\S+ (?:окружени|среды)\S*|облікові дані|облікових даних|змінн\S+ середовища|密码|密碼|密钥|密鑰|金鑰|私钥|私鑰|凭证|凭据|憑證|令牌|环境变量|環境變數|环境变數|口令|パスワード|秘密鍵|APIキー|認証情報|トークン|環境変数|資格情報|비밀번호|암호|API ?키|개인 ?키|비밀 ?키|토큰|자격 ?증명|인증 ?정보|환경 ?변수"
        r"|كلم(?:ة|ات) (?:ال)?(?:مرور|سر)\S*|مفت[ا]?[حي]\S* (?:API|ال|SSH|واجهة)\S*|مفاتيح\S*|بيانات (?:ال)?اعتماد|الرموز|رموز|متغيرات (?:ال)?بيئة|رمز عبور|گذرواژه|کلید\S*|توکن\S*|اعتبارنامه|پاس ?ورڈ|کلید|ٹوکن|اسناد|पासवर्ड|कुंजी\S*|टोकन|क्रेडेंशियल\S*|पर्यावरण चर|एनवायरनमेंट|কী\b|পাসওয়ার্ড\S*|এপিআই কী|টোকেন|শংসাপত্র|ਪਾਸਵਰਡ|ਕੁੰਜੀ\S*|ਟੋਕਨ|పాస్‌?వర్డ్\S*|కీ(?:లు|లను)?|టోకెన్\S*|ఆధారాలు|கடவுச்சொ\S*|விசை\S*|டோக்கன்\S*|நற்சான்று\S*|รหัสผ่าน|คีย์|โทเค็น|ข้อมูลรับรอง|ตัวแปรสภาพแวดล้อม",
    ),
    Concept(
        "the conversation or its orders",
        r"(?:conversation|chat|message|session|dialog\w*)(?: history| log\w*| transcript| so far| above)?\b|(?:system|hidden|initial|original|developer|base) (?:prompt|message|instructions?)\b|your (?:instructions?|prompt|rules|guidelines|configuration|context|memory|tool list|tools|task|goal|objective|persona)\b|context window\b|previous (?:messages?|turns?|tool calls?)|what the user (?:asked|said|wrote)|user'?s (?:last |original |first |full |most recent )?(?:message|prompt|question|request|quer\w+|conversation|input)",
        r"system-?prompt\w*|gesprächsverlauf\w*|historique de (?:la )?conversation|invite système|historial de (?:la )?conversación|prompt del? sistema|histórico da conversa|prompt do sistema|cronologia della conversazione|prompt di sistema|riwayat (?:percakapan|obrolan)|prompt sistem|lịch sử (?:trò chuyện|hội thoại)|historia rozmowy|sistem (?:istemi|komutu)|sohbet geçmişi|gespreksgeschiedenis",
        r"систем\S+ (?:промпт|подсказк|запрос)\S*|истори\S+ (?:переписк|диалог|чат|разговор)\S*|对话(?:历史|记录|内容)|聊天记录|系统提示\S?|系統提示|會話|会話(?:履歴|内容)|システムプロンプト|대화 (?:기록|내용|내역)|시스템 프롬프트|سجل المحادثة|المحادثة|موجه النظام|बातचीत\S*|सिस्टम प्रॉम्प्ट|কথোপকথন\S*|சிஸ்டம் பிராம்ப்ட்|گفتگو|گفت‌وگو|ประวัติการสนทนา|บทสนทนา",
    ),
    Concept(
        "sending",
        r"(?:send|sends|sending|post|posting|upload|uploads?|uploading|exfiltrat\w+|forward|forwarding|transmit\w*|leak|e?-?mail (?:it|them|this|the|a|all|everything|your)|bcc|cc|submit|submitting|append|appending|attach|attaching|embed|embedding|encode|encoding|include|including|paste|pasting|copy|copying|mirror|publish|share|deliver|relay|ship|pipe|report (?:it|them|back|the)|write (?:it|them|the) (?:to|into)|pass (?:it|them|its|the|their)|put (?:it|them|its|the)|place|insert|add (?:it|them|the|its)|transfer|sync|ping|fetch|load|request|visit|open|navigate to|render|hit|call|invite|wire|pay|move)\b",
        r"send[ee]?\b|sende[nt]?\b|schick\w*|übermittel\w*|hochlad\w*|lade\b|anhäng\w*|hänge|füge|weiterleit\w*|leite|envoi\w*|envoy\w*|transmet\w*|télévers\w*|transfèr\w*|transfér\w*|ajout\w*|joign\w*|inclu\w*|env[ií]\w*|reenv\w*|remit\w*|sub[eai]r?\b|adjunt\w*|añad\w*|incluy\w*|encaminh\w*|carreg\w*|anex\w*|acrescent\w*|invia\w*|inoltr\w*|caric\w*|alleg\w*|aggiung\w*|stuur\w*|verstuur\w*|verzend\w*|upload\w*|voeg|wyśl\w*|wysła\w*|prześl\w*|przekaż\w*|dołącz\w*|dodaj|gönder\w*|yükle\w*|ilet\w*|ekle\w*|kirim\w*|mengirim\w*|unggah\w*|teruskan|sertakan|tambahkan|lampirkan|gửi|tải lên|chuyển(?: tiếp)?|đính kèm|thêm|tuma|pakia|wasilisha|ambatisha|ipadala|ipasa|i-upload|idagdag|ilakip|kirimno",
        r"отправ\S*|перешл\S*|загруз\S*|добав\S*|прилож\S*|переда\S*|вышл\S*|надішл\S*|надісл\S*|перешл\S*|завантаж\S*|додай\S*|发送|發送|发到|发给|上传|上傳|转发|轉發|附加|添加|提交|传给|嵌入|寄|送信|送って|送り|アップロード|転送|添付|追加|投稿|埋め込|보내|전송|업로드|전달|첨부|추가|게시|أرسل\S*|إرسال|ارسل|ارفع|رفع|حمّل|أضف|إضافة|أدرج|أرفق|مرر|انشر|ارسال|بفرست\S*|آپلود|بارگذاری|اضافه|بھیج\S*|ارسال|اپ ?لوڈ|شامل کر\S*|भेज\S*|अपलोड|जोड़\S*|संलग्न|पाठव\S*|জমা|পাঠা\S*|আপলোড|যোগ কর\S*|যুক্ত কর\S*|ਭੇਜ\S*|ਅੱਪਲੋਡ|పంప\S*|అప్‌?లోడ్|జోడించ\S*|அனுப்ப\S*|பதிவேற்ற\S*|சேர்க்க\S*|ส่ง|อัปโหลด|แนบ|เพิ่ม|โพสต์",
    ),
    Concept(
        "an address outside",
        r"webhooks?\b|pastebin\b|gists?\b|(?:external|remote|following|this|our|my|given|below|logging|telemetry|collection|callback|tracking|diagnostic|analytics) (?:server|endpoint|url|address|host|link|site|api|domain|bucket|email|mailbox|webhook|service|repo\w*)\b|query (?:string|parameter)s?|url parameters?|image url|ngrok\b|collector\b|drop ?box\b|phone number|issue tracker|public (?:repo\w*|gist|channel|bucket|issue|comment|page)",
        r"folgende (?:adresse|url)|adresse suivante|siguiente (?:dirección|url)|endereço (?:a )?seguir|seguinte (?:endereço|url)|indirizzo seguente|seguente (?:indirizzo|url)|alamat berikut|địa chỉ sau|adres\w*",
        r"https?://\S+|wss?://\S+|\bhxxps?://\S+|[\w.+-]+@[\w-]+\.[\w.-]+|\bcurl\b|\bwget\b|\bfetch\(|requests\.(?:get|post)|!\[[^\]]*\]\(|<img\b|адрес\S*|地址|网址|網址|邮箱|アドレス|宛て|주소|عنوان|العنوان|پتہ|पते|पता|ठिकाण|ঠিকানা\S*|ਪਤੇ|చిరునామా\S*|முகவரி\S*|ที่อยู่",
    ),
    Concept(
        "what to run",
        r"(?:run|runs|running|execut(?:e|es|ing)|call|calls|calling|invok(?:e|es|ing)|trigger|launch|install|start|use|open|read|cat|print|fetch|download|clone|push|commit|merge|delete|remove|drop|wipe|erase|overwrite|modify|edit|change|create|add|write|set|grant|disable|enable|reset|cancel|transfer|purchase|buy|book|schedule|invite|accept|click|export|dump|list|search|look up|locate|retrieve|collect|gather|extract|query|checkout|chmod|sudo|rm -rf|git (?:push|commit|add)|npm (?:i|install|publish|run)|pip install)\b",
        r"führ\w* |ausführ\w*|lies\b|lesen sie|lösch\w*|öffne\w*|installier\w*|exécut\w*|lance\w*|lis\b|lisez|supprim\w*|ouvr\w*|ejecut\w*|lee\b|lea\b|borr\w*|elimin\w*|abr[aeí]\w*|execut\w*|leia\b|apagu?\w*|esegu\w*|leggi\b|cancell\w*|apri\b|voer\b|lees\b|verwijder\w*|uruchom\w*|wykonaj|przeczytaj|usuń|otwórz|çalıştır\w*|oku\b|okuyun|sil\b|silin|jalankan|baca\b|hapus|buka\b|chạy|đọc|xóa|mở|thực thi|endesha|tekeleza|soma|futa|fungua|patakbuhin|basahin|burahin|buksan",
        r"выполн\S*|запуст\S*|прочита\S*|прочти\S*|удал\S*|откро\S*|установ\S*|викона\S*|запусти\S*|видал\S*|执行|運行|运行|執行|读取|讀取|删除|刪除|打开|打開|安装|调用|調用|推送|実行|読み取|読んで|削除|開いて|呼び出|インストール|실행|읽(?:고|어|으)|삭제|열어|호출|설치|نفّ?ذ\S*|شغّ?ل\S*|اقرأ\S*|احذف\S*|افتح\S*|تنفيذ|استدع\S*|اجرا کن\S*|بخوان\S*|حذف کن\S*|چلائ\S*|پڑھ\S*|حذف کر\S*|कھول|चला\S*|पढ़(?:ें|कर|ो|िए)|हटा\S*|खोल\S*|निष्पादित|वाचा|চালা\S*|পড়(?:ুন|ে)|মুছ\S*|খুল\S*|ਚਲਾ\S*|ਪੜ੍ਹ\S*|ਮਿਟਾ\S*|అమలు|చదవ\S*|తొలగించ\S*|இயக்க\S*|படிக்க\S*|நீக்க\S*|รัน|เรียกใช้|อ่าน|ลบ|เปิด|ดำเนินการ",
    ),
    Concept(
        "an order",
        r"(?:must|shall|should|please|kindly|need to|needs to|required to|requires?|have to|has to|ought to|make sure|be sure to|ensure|always|never|expected to|obliged|mandatory|first|immediately|instead|supposed to|remember to|it is (?:essential|necessary|important|imperative|critical)|you(?:'ll| will)|are to|is to|asked to|instructed to|want you to|would like you to|do not|don't)\b",
        r"muss\b|müssen|musst|soll\w*|bitte|zuerst|unbedingt|immer|sofort|doit|doivent|devez|dois|veuillez|merci de|obligatoire\w*|d'abord|toujours|immédiatement|deb[ea]\w*|por favor|primero|siempre|inmediatamente|obligatori\w+|tien\w+ que|deve\w*|primeiro|sempre|imediatamente|obrigatóri\w+|devi\b|per favore|prima\b|subito|moet\w*|altijd|eerst|onmiddellijk|alstublieft|musi\w*|proszę|najpierw|zawsze|należy|natychmiast|lütfen|mutlaka|önce|hemen|zorunda\w*|harus|wajib|tolong|mohon|selalu|segera|terlebih dahulu|hãy|phải|vui lòng|luôn|ngay|xin|lazima|tafadhali|kwanza|daima|mara moja|dapat|kailangan|pakiusap|palaging|agad|abeg|make you|gats|suppose|kudu",
        r"долж\S+|обязан\S*|пожалуйста|необходимо|нужно|следует|сначала|всегда|немедленно|повин\S+|будь ласка|потрібно|спочатку|завжди|негайно|必须|必須|请|請|务必|務必|应当|应该|應|首先|立即|马上|需要|一律|してください|必ず|しなければ|まず|直ちに|すること|せよ|しなさい|하세요|하십시오|해야|반드시|먼저|즉시|해라|주세요|يجب|ينبغي|من فضلك|يرجى|أولا|أولاً|فورا|فورًا|دائما|عليك|باید|لطفا|لطفاً|ابتدا|همیشه|فورا|لازم|براہ کرم|پہلے|ہمیشہ|فوراً|چاہیے|करें|कीजिए|चाहिए|कृपया|पहले|हमेशा|तुरंत|अनिवार्य|करा|करावे|पाहिजे|आधी|করুন|করবেন|করতে হবে|অবশ্যই|দয়া করে|প্রথমে|সর্বদা|অবিলম্বে|ਕਰੋ|ਕਿਰਪਾ|ਪਹਿਲਾਂ|ਹਮੇਸ਼ਾ|చేయండి|దయచేసి|తప్పనిసరిగా|ముందుగా|ఎల్లప్పుడూ|செய்யவும்|தயவுசெய்து|கட்டாயம்|முதலில்|வேண்டும்|ต้อง|กรุณา|โปรด|เสมอ|ทันที|ให้",
    ),
    Concept(
        "setting aside",
        r"(?:ignor(?:e|es|ing)|disregard\w*|forget\w*|overrid(?:e|es|ing|den)|bypass\w*|discard\w*|neglect\w*|supersed\w+|replac(?:e|es|ing)|cancel\w*|void|revok\w+|overrul\w+|set(?:ting)? aside|put(?:ting)? aside|stop following|no longer (?:apply|applies|valid|in (?:force|effect)|bound|binding|needs?|necessary|required)|not (?:bound|binding|apply|applicable)|takes? (?:precedence|priority)|prevails?|outranks?|trumps?|exempt\w*|waived?|suspended|lifted|abandon|drop|rescind\w*|deviat\w+|instead of (?:what|the|your)|rather than (?:what|the|your)|regardless of (?:what|your|the|any)|whatever (?:you|the)|free (?:of|from) (?:any|all|your)|(?:previous|prior|earlier|existing|original|above) (?:instructions?|rules|guidelines|guidance|orders?|directions?|constraints?|task|prompt|policy|request)|not (?:follow|obey|adhere)|outdated|obsolete|deprecated instructions)\b",
        r"ignorier\w*|vergiss|missacht\w*|außer kraft|nicht mehr gültig|hat vorrang|vorrang vor|überschreib\w*|ignor\w*|oubli\w*|ne tiens? pas compte|remplac\w*|priment|prévaut|annul\w*|olvid\w*|descart\w*|omit\w*|haz caso omiso|prevalec\w*|sustituy\w*|esqueç\w*|desconsider\w*|substitu\w*|prevalec\w*|dimentic\w*|trascur\w*|prevalgono|sostituisc\w*|annull\w*|negeer\w*|vergeet|vervang\w*|heeft voorrang|zignoruj\w*|pomiń\w*|zapomnij|zastęp\w*|nadrzędn\w*|yok say\w*|görmezden gel\w*|unut\w*|dikkate alma\w*|geçersiz\w*|abaikan|lupakan|mengabaikan|kesampingkan|menggantikan|bỏ qua|quên|phớt lờ|thay thế|không còn hiệu lực|puuza|sahau|achana na|kalimutan|balewalain|huwag pansinin|ipagwalang|forget (?:all|everything) wey|comot|lalekna|lirwakna",
        r"игнорир\S*|проигнорир\S*|забудь\S*|отмен\S*|отброс\S*|приоритет\S*|не обращай\S*|ігнору\S*|проігнор\S*|забудьте|скасову\S*|忽略|无视|無視|忘记|忘記|不要理会|不再(?:适用|有效)|取代|覆盖|覆蓋|作废|作廢|優先|优先|无需遵守|不必遵守|唔使理|無視|忘れ|破棄|従わない|取り消|上書き|優先|무시|잊(?:어|고|으)|따르지|취소|대체|우선|تجاهل\S*|انس\S*|إلغاء|ألغ\S*|تلغي|تحل محل|الأولوية|نادیده\S*|فراموش\S*|لغو|جایگزین|اولویت|نظر ?انداز|بھول|منسوخ|अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल|रद्द|दुर्लक्ष|विसर|উপেক্ষা|ভুলে|বাতিল|অগ্রাহ্য|ਨਜ਼ਰਅੰਦਾਜ਼|ਅਣਡਿੱਠ|ਭੁੱਲ|విస్మరించ\S*|పట్టించుకో\S*|మర్చిపో\S*|రద్దు|புறக்கணி\S*|மற\S*ந்து|ரத்து|เพิกเฉย|ละเว้น|ไม่ต้องสนใจ|ลืม|ยกเลิก|แทนที่|เมินเฉย",
    ),
    Concept(
        "rules and instructions",
        r"(?:instructions?|directions?|directives?|prompts?|rules?|guidelines?|guardrails?|safeguards?|constraints?|restrictions?|polic(?:y|ies)|safety (?:checks?|rules|filters?|measures?)|content filters?|limitations?|orders?|system messages?|guidance|protocols?|programming)\b",
        r"anweisung\w*|regeln?\b|vorgabe\w*|richtlinie\w*|weisung\w*|consignes?|instructions?|règles?|directives?|instrucci\w+|reglas?|indicacion\w*|directrices|órdenes|instruç\w+|instrucoes|regras?|orientaç\w+|diretrizes|ordens|istruzion\w*|regole?|direttive|indicazioni|ordini|instructies?|regels?|opdracht\w*|aanwijzing\w*|instrukcj\w*|zasad\w*|polece\w*|wytyczn\w*|talimat\w*|kural\w*|yönerge\w*|komut\w*|instruksi|perintah|aturan|petunjuk|arahan|hướng dẫn|chỉ dẫn|chỉ thị|quy tắc|lệnh|maelekezo|maagizo|kanuni|sheria|panuto|tagubilin|utos|patakaran|instruksi",
        r"инструкци\S*|указани\S*|правил\S*|команд\S*|распоряжени\S*|ограничени\S*|інструкці\S*|вказівк\S*|指令|指示|说明|說明|规则|規則|提示词?|命令|要求|限制|ルール|プロンプト|指令|制限|지시\S*|지침\S*|규칙\S*|명령\S*|프롬프트\S*|التعليمات|تعليمات\S*|الأوامر|أوامر|القواعد|التوجيهات|دستور\S*|قوانین|قواعد|ہدایات|احکام|قواعد|निर्देश\S*|आदेश\S*|नियम\S*|सूचना\S*|নির্দেশ\S*|আদেশ\S*|নিয়ম\S*|ਹਦਾਇਤ\S*|ਨਿਰਦੇਸ਼\S*|ਨਿਯਮ\S*|సూచన\S*|ఆదేశ\S*|నియమ\S*|அறிவுறுத்தல\S*|வழிமுறை\S*|கட்டளை\S*|விதி\S*|คำสั่ง|คำแนะนำ|กฎ|ข้อกำหนด",
    ),
    Concept(
        "a new role or task",
        r"(?:you are now|from now on|henceforth|starting now|going forward|from this point|for the (?:rest|remainder) of (?:this|the)|act as|behave as|pretend to be|role-?play|your (?:new|real|actual|true|updated|only|primary|next) (?:instructions?|tasks?|goals?|objectives?|missions?|orders?|role|persona|job|directive)|new (?:instructions?|task|objective|role|system prompt|directives?|orders?|persona|rules)|updated instructions|developer mode|debug mode|admin mode|maintenance mode|dan\b|jailbr\w+|unrestricted|uncensored|switch (?:to|into)|assume the (?:role|identity)|additional (?:task|step|instruction)|one more (?:thing|task|step)|extra step|side task|follow-up task|before anything else|as your first (?:step|action)|your (?:answer|response|reply|summary|output|report|review) (?:must|should|has to|needs to|shall))\b",
        r"ab (?:jetzt|sofort)|von nun an|neue (?:anweisung|aufgabe|rolle)\w*|désormais|dorénavant|à partir de maintenant|nouvelles? (?:instructions?|tâche|consigne|mission)\w*|a partir de ahora|de ahora en adelante|nuevas? (?:instrucci\w+|tarea|misión)|a partir de agora|de agora em diante|novas? (?:instruç\w+|tarefa)|d'ora in poi|da (?:ora|adesso) in poi|nuov[eaio] (?:istruzion\w*|compit\w*)|vanaf nu|nieuwe (?:instructie|taak|opdracht)\w*|od teraz|nowe (?:instrukcj|zadani|polece)\w*|bundan (?:sonra|böyle)|artık|yeni (?:talimat|görev)\w*|mulai sekarang|instruksi baru|tugas baru|từ (?:giờ|bây giờ|nay)|nhiệm vụ mới|chỉ dẫn mới|kuanzia sasa|kazi (?:yako )?mpya|mula ngayon|bagong (?:tagubilin|gawain)|from today",
        r"с этого момента|отныне|теперь ты|новая задача|новые (?:инструкци|указани)\S*|відтепер|тепер ти|нове завдання|从现在(?:起|开始)|從現在|你现在是|新的?(?:指令|任务|任務|指示)|由而家|これから|今から|新しい(?:指示|タスク|命令|役割)|지금부터|이제부터|새로운 (?:지시|작업|임무|명령)|من الآن|منذ الآن|أنت الآن|تعليمات جديدة|مهمتك الجديدة|از این پس|از حالا|دستور جدید|اب سے|نئی ہدایات|अब से|नए निर्देश|नया कार्य|आतापासून|नवीन|এখন থেকে|নতুন নির্দেশ\S*|ਹੁਣ ਤੋਂ|ఇప్పటి నుండి|ఇకపై|కొత్త|இனிமேல்|இப்போதிலிருந்து|புதிய|ตั้งแต่(?:นี้|บัดนี้)|จากนี้|คำสั่งใหม่|ภารกิจใหม่",
    ),
    Concept(
        "pretended authority",
        r"(?:(?:the )?(?:user|owner|operator|human|developer|admin\w*|maintainers?|customer|account holder|team|management|security|organi[sz]ation|company) (?:has|have|had) (?:\w+ )?(?:approved|authori[sz]ed|consented|agreed|given|granted|allowed|permitted|requested|signed off|confirmed|opted|asked)|pre-?approved|pre-?authori[sz]ed|already (?:been )?(?:approved|authori[sz]ed|confirmed|cleared|agreed|consented|signed off)|(?:approved|authori[sz]ed|mandated|required|requested|issued|sanctioned|cleared) by|system (?:override|message|notice|alert|administrator|update|note)|(?:security|compliance|it|legal|platform|infra\w*|audit|admin|dev|devops|engineering) (?:team|department|policy|requirement|notice|protocol|audit|procedure|office)|compliance|regulat\w+|per (?:company |corporate |security |our )?policy|official|administrator|root access|anthropic|openai|authori[sz]ation|authori[sz]ed|consent\w*|permission (?:is|was|has|to|granted)|legally (?:required|obliged)|standard (?:procedure|practice|operating)|operator (?:note|message|notice)|on behalf of|audit\w*|urgent\w*|critical|emergency|verified)\b",
        r"genehmigt|autorisiert|freigegeben|bereits zugestimmt|sicherheitsteam|administrator\w*|geschäftsführung|approuvé\w*|autoris\w*|équipe (?:sécurité|de sécurité)|administrat\w+|autorizad\w*|aprobad\w*|aprovad\w*|equipo de seguridad|equipe de segurança|autorizzat\w*|approvat\w*|squadra di sicurezza|amministrator\w*|goedgekeurd|geautoriseerd|beheerder|zatwierdz\w*|autoryzowa\w*|upoważni\w*|onayla\w*|yetkilendir\w*|yönetici\w*|güvenlik ekibi|disetujui|diizinkan|tim keamanan|administrator|đã (?:được )?(?:phê duyệt|cho phép|đồng ý)|quản trị viên|imeidhinishwa|ameidhinisha|msimamizi|aprubado|pinahintulutan|oga don (?:approve|gree)",
        r"одобр\S*|разреш\S*|согласован\S*|администратор\S*|службы? безопасности|дозволен\S*|схвален\S*|адміністратор\S*|已(?:经)?(?:批准|授权|同意|確認|确认|核准)|管理员|管理員|安全团队|官方|系统通知|承認済み|許可済み|許可(?:を得|され)|承認され|管理者|セキュリティチーム|승인(?:됨|했|되|을|받)|허가|관리자|보안 ?팀|تمت الموافقة|وافق|مصرح|معتمد|المسؤول|فريق الأمن|تأیید شده|مجاز|مدیر سیستم|منظور|اجازت|منتظم|स्वीकृत|अनुमति|अनुमोदित|व्यवस्थापक|प्रशासक|मंज़ूरी|मंजूरी|परवानगी|অনুমোদ\S*|অনুমতি|প্রশাসক|ਮਨਜ਼ੂਰ\S*|ਇਜਾਜ਼ਤ|ఆమోద\S*|అనుమతి\S*|அங்கீகரி\S*|அனுமதி\S*|நிர்வாகி|อนุมัติ|ได้รับอนุญาต|ผู้ดูแลระบบ",
    ),
    Concept(
        "no asking and no checks",
        r"(?:without|no|skip(?:ping)?|bypass(?:ing)?|don'?t|do not|never|avoid|omit|forgo|waive)[ ,]{1,2}(?:\w+ ){0,3}?(?:ask(?:ing)?|confirm\w*|approv\w*|permission|prompt(?:ing)?|verif\w+|review(?:ing)?|check(?:s|ing)?|consent|question\w*|validat\w+|hesitat\w+|sign-?off|warnings?|second thought|scrutin\w+|inspect\w*|tests?|diff)\b|--no-verify|--force\b|--yes\b|--dangerously\S*|-y\b|auto-?(?:approv|accept|merg|run|confirm)\w*|(?:disable|turn off|switch off|remove|deactivate|relax) (?:all |any |the |your |its )*(?:safety|security|content|approval|permission|guard|sandbox|firewall|branch protection|ci|tests?|check|hook|lint|auth|2fa|mfa|logging|audit|confirm\w*)\w*|(?:approve|allow|accept|trust|confirm) (?:all|every|any|everything|it|this|automatically)|allow-?list|whitelist|yolo|no questions|chmod 777|trusted (?:by default|source|without)|blindly|unconditionally|automatically",
        r"ohne (?:rückfrage|nachfrage|bestätigung|zu fragen|prüfung|nachzufragen|zustimmung)\w*|sans (?:demander|confirmation|validation|vérif\w+|autorisation|poser)|sin (?:preguntar|pedir|confirmación|confirmar|verificar|revisar|aprobación)|sem (?:perguntar|pedir|confirmação|confirmar|verificar|revisar|aprovação)|senza (?:chiedere|conferma|verific\w+|approvazione|controllo|domandare)|zonder (?:te vragen|bevestiging|toestemming|controle)|bez (?:pytania|potwierdz\w+|zgody|sprawdz\w+|weryfikacji)|sormadan|onay (?:istemeden|almadan|beklemeden)|onaysız|tanpa (?:bertanya|konfirmasi|persetujuan|meminta|izin|memeriksa)|(?:không cần|mà không|đừng) (?:hỏi|xác nhận|xin phép|kiểm tra|phê duyệt)|bila (?:kuuliza|idhini|uthibitisho|ruhusa)|nang (?:hindi|walang) (?:nagtatanong|kumpirmasyon|pahintulot)|no (?:ask|wait for)",
        r"без (?:подтвержд|запрос|провер|согласован|вопрос|разрешени|підтвердж|перевір|запит)\S*|не (?:спрашива|запрашива|питай|питаючи)\S*|(?:无需|無需|不用|不必|不要|毋须|不需|唔使)(?:询问|確認|确认|征求|批准|验证|审核|审查|检查|问|審核|問)\S*|未经(?:确认|批准|同意)|確認(?:なし|せず|を求めず|は不要)|承認(?:なし|不要)|許可を求め(?:ず|ない)|確認(?:없이)?|확인 ?(?:없이|하지)|묻지 (?:말|않)|승인 ?없이|허락 ?없이|(?:دون|بدون|بلا) (?:سؤال|تأكيد|موافقة|إذن|مراجعة|طلب|الرجوع|تحقق|التحقق)\S*|بدون (?:پرسیدن|تأیید|اجازه|سوال)|(?:بغیر|بنا) (?:پوچھے|تصدیق|اجازت)|(?:पوچھے|تصدیق کیے) بغیر|बिना (?:पूछे|पुष्टि|अनुमति|जाँच|जांच)|(?:पूछे|पुष्टि किए|अनुमति के) बिना|(?:न )?विचारता|(?:জিজ্ঞাসা না|অনুমতি ছাড়া|নিশ্চিতকরণ ছাড়া|যাচাই না)|(?:ਪੁੱਛੇ|ਪੁਸ਼ਟੀ) ?ਬਿਨਾਂ|ਬਿਨਾਂ ਪੁੱਛੇ|అడగకుండా|నిర్ధారణ లేకుండా|అనుమతి లేకుండా|கேட்காமல்|உறுதிப்படுத்தாமல்|அனுமதியின்றி|โดยไม่(?:ต้อง)?(?:ถาม|ยืนยัน|ขอ|ตรวจ)",
    ),
    Concept(
        "a wanted verdict",
        r"(?:lgtm|approve (?:this|the|it|immediately)|rate (?:this|it|the|him|her|them)|rank (?:this|it|the|him|her|them|us|our)|score (?:of |this |it |the |him |her |them |as )|(?:10|ten|5|five|100)(?: out of |/)(?:10|ten|5|five|100)|top (?:candidate|choice|pick|result|recommendation|score|rating|match|rank\w*|tier)|highest (?:score|rating|rank\w*|possible|priority|marks?|grade)|(?:strong|best|excellent|ideal|perfect|outstanding|exceptional|superior|preferred|leading|recommended|most qualified|exceptionally well) (?:candidate|choice|match|fit|option|product|vendor|hire|solution|applicant|recommendation|qualified|accept)|recommend (?:this|it|the|him|her|hiring|our|us|only|accept\w*|buy\w*)|recommendation|mark (?:this|it|the|as)|classif\w+ (?:this|it|the|as)|label (?:this|it|the)|treat (?:this|it|the) (?:\w+ )?as (?:safe|benign|trusted|approved|verified|low)|(?:is|as) (?:safe|benign|trusted|harmless|clean|compliant|not spam|low[- ]risk|false positive|secure)|no (?:issues|vulnerabilit\w+|problems|concerns|findings|malware|threats|weaknesses|red flags)|pass(?:es|ed)? (?:all|the|every) (?:checks?|screening|review|security)|positive (?:review|assessment|evaluation|only|summary|verdict)|praise|favou?rabl\w+|shortlist\w*|advance (?:this|the|to)|move (?:this|the) (?:\w+ )?(?:candidate|applicant|application)|give (?:it |this |a |the )*(?:\w+ )?(?:positive|highest|top|full|maximum|perfect|best|good|five|5|ten|10|passing|a\+?)\b|accept (?:this|the) (?:paper|submission|candidate|application|change|pr)|select (?:this|our)|choose (?:this|our)|in favou?r of|prefer (?:this|our)|hire\b|full (?:marks|score|points|credit)|close (?:this|the) (?:issue|ticket|alert)|refund)\b",
        r"bewerte\w*|empfiehl\w*|empfehlen|beste\w* (?:kandidat|bewerber|wahl|produkt)\w*|bestnote|recommand\w*|meilleure? (?:candidat|choix|note)\w*|note maximale|recomiend\w*|recomend\w*|mejor (?:candidat|opción)\w*|melhor (?:candidat|opção)\w*|puntuación máxima|nota máxima|consiglia\w*|raccomand\w*|miglior\w* (?:candidat|scelta)\w*|punteggio massimo|aanbevel\w*|poleć\w*|najlepsz\w+ (?:kandydat|wybór)\w*|öner\w*|en iyi (?:aday|seçenek)\w*|rekomendasikan|kandidat terbaik|nilai tertinggi|đề xuất|ứng viên (?:tốt|xuất sắc|phù hợp)|điểm (?:cao nhất|tối đa)|pendekeza|mgombea bora",
        r"рекоменду\S*|лучш\S+ (?:кандидат|выбор|вариант)\S*|высш\S+ (?:оценк|балл)\S*|最佳(?:候选人|选择|人选)|最高(?:分|评分|评价)|推荐(?:此|该|这|本)?|满分|最適な候補|最高(?:評価|得点|点)|推薦|최고 ?(?:점수|평점|후보)|추천|أفضل مرشح|أعلى (?:درجة|تقييم)|أوص\S*|بهترین (?:نامزد|گزینه)|بہترین امیدوار|सर्वश्रेष्ठ|सिफारिश|अनुशंसा|সেরা প্রার্থী|সুপারিশ|ผู้สมัครที่ดีที่สุด|คะแนนสูงสุด|แนะนำ",
    ),
    Concept(
        "the user as somebody else",
        r"(?:the|this|your|a) (?:end[- ]?)?(?:user|human|operator|person|reader|customer|recruiter|developer|owner|client|principal|reviewer|human reviewer|requester|account holder|hiring manager)s?\b|(?:users?|humans?)['’]s? |their (?:home|inbox|files|account|browser|machine|workspace|credentials|keys|calendar|contacts)|from the user|to the user",
        r"(?:dem|den|der|des) (?:be)?nutzer\w*|anwender\w*|(?:l'|à l'|de l')utilisateur\w*|(?:al|el|del) usuario|(?:ao|o|do) (?:usuário|utilizador)|(?:all'|l'|dell')utente|de gebruiker|użytkownik\w*|kullanıcı\w*|pengguna|người dùng|mtumiaji|ang user|sa user|the (?:person|oga)",
        r"пользовател\S*|користувач\S*|用户|用戶|使用者|ユーザー?|利用者|사용자|المستخدم\S*|للمستخدم|مستخدم|کاربر\S*|صارف|उपयोगकर्ता\S*|यूज़र|यूजर|वापरकर्त्या\S*|ব্যবহারকারী\S*|ইউজার\S*|ਉਪਭੋਗਤਾ\S*|ਵਰਤੋਂਕਾਰ\S*|వినియోగదారు\S*|பயனர\S*|ผู้ใช้",
    ),
    Concept(
        "its answer",
        r"(?:in|to|of|at the (?:end|start|beginning|top|bottom) of|into|from) (?:your|the|its|every|any|each|all) (?:\w+ )?(?:answer|summary|response|reply|output|report|review|final (?:answer|message)|messages?|notes?|explanation|translation|evaluation|assessment|analysis|recommendation|results?|commit message|pr description|tool (?:call|input|argument)s?|code you)\w*|your (?:summary|answer|response|reply|output|report|review|final answer|assessment|evaluation|verdict|recommendation|analysis|next (?:message|reply|action|step|tool call))|(?:answer|respond|reply|output|say|state|conclude|begin|start|end|finish) (?:only |exactly |always |with|by|that|your)|sidenote|the `?\w+`? (?:parameter|argument|field)|as (?:a |the |an )?(?:'|\"|`)?\w+(?:'|\"|`)? (?:parameter|argument|value|input)",
        r"(?:in|an) (?:deine|ihre|die|der)[rn]? (?:antwort|zusammenfassung)\w*|dans (?:ta|votre|la) (?:réponse|résumé)\w*|en (?:tu|su|la) (?:respuesta|resumen)\w*|na (?:sua )?resposta|no (?:seu )?resumo|nella (?:tua )?risposta|nel (?:tuo )?riassunto|w (?:swojej )?odpowiedzi|dalam (?:jawaban|ringkasan)|trong (?:câu trả lời|bản tóm tắt)|cevabın\w*|yanıtın\w*",
        r"в (?:сво\S+ )?ответ\S*|в (?:сво\S+ )?резюме|(?:你的)?(?:回答|回复|总结|摘要|答复|輸出|输出)(?:中|里|末尾)?|回答(?:の|に|では)|要約(?:に|では|の)|답변(?:에|의|은)|요약(?:에|의)|(?:في )?(?:ردك|إجابتك|ملخصك|الرد|الملخص)|پاسخ\S*|جواب (?:میں)?|उत्तर (?:में)?|जवाब (?:में)?|সারাংশ\S*|উত্তর\S*",
    ),
    Concept(
        "a forged frame",
        r"(?:begin|start|end) (?:of )?(?:system|hidden|secret|admin|new|developer|internal|privileged|assistant|agent|ai) (?:prompt|instructions?|message|directives?|block|section|context|note)",
        r"",
        r"</?(?:system|sys|system[-_ ]?(?:reminder|prompt|message|note|instructions?|override)|tool[-_]?(?:result|results|response|output|call|use)s?|function[-_]?(?:results?|calls?|response|output)|antml:[a-z_]+|assistant|developer|human|user(?:[-_](?:query|message|input|data))?|document|documents?|context|important|instructions?|admin|secret|hidden|ai[-_]?(?:instructions?|agent|only|note)|llm|agent[-_]?\w*|thinking|invoke|mcp[-_]\w+|untrusted\w*|data|external[-_]\w+|search[-_]results?|policy|priority|end|critical)\b[^<>]{0,40}>"
        r"|<\|[a-z_ ]{2,24}\|>|\[/?INST\]|<</?SYS>>|\[/?(?:SYSTEM|ASSISTANT|ADMIN|OVERRIDE|DEVELOPER|TOOL[_ ]RESULT|IMPORTANT|AGENT|AI)[^\[\]]{0,24}\]|(?:^|\n)(?:#{1,4} ?)?\**(?:Human|Assistant|System|User|Developer|AI|Tool)\**: |(?:^|\n)#{2,4} ?(?:System|Instructions?|Response|Human|Assistant|User|New instructions?)\b:?|(?:^|\n)(?:={3,}|-{3,}|\*{3,}|#{3,}) ?(?:END|BEGIN|START|SYSTEM|STOP)\b|<start_of_turn>|<end_of_turn>|\"role\" ?: ?\"(?:system|assistant|developer)\"|\\n\\n(?:Human|Assistant|System):|```(?:system|tool_result)",
    ),
    Concept(
        "hidden from people",
        r"(?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?[01](?:px|pt|em|%)?\b|opacity ?: ?0(?:\.0\d*)?\b|color ?: ?(?:white|#fff\w*|transparent)|text-indent ?: ?-\d|left ?: ?-\d{3,}|white[- ]on[- ]white|white text|aria-hidden|sr-only|visually-hidden|hidden (?:text|instruction|note|message|block|from)|invisible (?:text|to)|not visible|not rendered|machine-readable|machine only|for machines|ai[- ]only|llm[- ]only|(?:humans?|readers|people) (?:can|should|may|will|won't|cannot|can't|do) (?:safely )?(?:ignore|skip|not see|not)|not (?:meant|intended) for (?:humans?|people|readers)|data-ai\w*|alt ?=)",
        r"",
        r"<!--|\[//\]: ?#|\[comment\]:|<noscript|<template\b|\x1b\[",
    ),
    Concept(
        "talk about attacks",
        r"(?:attack(?:er|ers|s|ed)?|adversar\w+|(?:prompt|instruction|indirect|sql|code|command)[ -]injections?|injections\b|inject(?:ed|ing)\b|jailbr\w+|malicious\w*|payloads?|exploit\w*|vulnerab\w+|red[- ]team\w*|threat (?:model|actor)\w*|phish\w*|mitigat\w+|sanitiz\w+|sanitis\w+|classifiers?|guard(?:s|rails?)?\b|heuristic\w*|cve-\d+|owasp|untrusted|proof of concept|poc\b|research(?:er|ers)|poison\w*|spoof\w*|social engineering|suspicious\w*|hijack\w*|defen[cs]\w+|threats?)\b",
        r"angreif\w*|angriff\w*|attaqu\w*|atacante\w*|ataque\w*|attaccant\w*|attacc\w+|aanval\w*|atak\w*|saldırgan\w*|saldırı\w*|serangan|penyerang|tấn công|mshambuliaji",
        r"злоумышленник\S*|атак\S*|攻击|攻擊|注入|検出|攻撃|공격\S*|هجوم\S*|هجمات|مهاجم\S*|حمله|مهاجم|حملہ|हमला\S*|हमलावर\S*|আক্রমণ\S*|โจมตี",
    ),
    Concept(
        "an example",
        r"(?:detect\w*|classif(?:y|ies|ied)|scanner|benchmark\w*|dataset\w*|fixtures?|test cases?|tests?|assert\w*|regression|paper|for example|e\.g\.|such as|examples?|samples?|demonstrat\w+|illustrat\w+|quot(?:e|ed|ing)|flagged|blocked|denied|refus\w+|hypothetical|fictional|known as|so-called|techniques?|tokeni[sz]\w+|tokens? like|template\w*|format\w*|phrases? (?:like|such)|string\w*|literal\w*|parser|regex\w*|pattern\w*|documented|according to)\b",
        r"beispiel\w*|exemple|ejemplo|exemplo|esempio|voorbeeld|przykład\w*|örnek\w*|contoh|ví dụ|mfano",
        r"например|пример\S*|示例|例如|例えば|예를 들어|예시|مثال\S*|مثلاً|उदाहरण\S*|উদাহরণ\S*|ตัวอย่าง",
    ),
    Concept(
        "a person is spoken to",
        r"(?:hi|hello|dear|hey|thanks|thank you|regards|cheers|sincerely|best wishes|yours|mum|mom|dad|sir|madam|colleagues|customers|guests|everyone|folks|friends|students|parents|contributors?|neighbours?|neighbors?|subscribers|sign up|log ?in|click|contact (?:us|your|me)|call (?:us|me|your)|reach out|let (?:me|us) know|see you|meeting|lunch|dinner|holiday|weekend|minutes|tablespoons?|oven|onion|butter|sugar|salt|pan)\b",
        r"liebe\w*|sehr geehrte\w*|grüße|danke|bonjour|cordialement|merci\b|hola|saludos|gracias|olá|obrigad\w+|abraços|ciao|saluti|grazie|hallo|groet\w*|cześć|pozdraw\w*|dziękuj\w*|merhaba|teşekkür\w*|halo|terima kasih|xin chào|cảm ơn|habari|asante|kumusta|salamat",
        r"здравствуйте|привет|спасибо|уважаем\S*|вітаю|дякую|您好|谢谢|謝謝|各位|お世話|ありがとう|よろしく|안녕하세요|감사합니다|مرحبا|شكرا|السلام|سلام|ممنون|شکریہ|नमस्ते|धन्यवाद|নমস্কার|ধন্যবাদ|สวัสดี|ขอบคุณ",
    ),
    Concept(
        "a tool",
        r"(?:this tool|the tool|tools?|functions?|mcp|plugin|server|endpoint|tool (?:call|description|result|output)s?|file_read|read_file|shell|terminal|bash|browser|web_?fetch|http_request|send_email|send_message|parameters?|arguments?)\b",
        r"werkzeug\w*|outil\w*|herramienta\w*|ferramenta\w*|strumento|alat ini|công cụ|zana|narzędzi\w*|araç\w*",
        r"инструмент\S*|工具|ツール|도구|الأداة|أداة|ابزار|उपकरण|टूल|টুল",
    ),
)
