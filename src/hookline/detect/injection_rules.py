"""RULES and TOGETHER: how text that was meant as data speaks to a model, one row per form. Data
only; `injection_scan` applies it.

Columns of RULES: a name for people, points, a pattern in RE2's syntax (case aside), tried on text
without invisible characters, with runs of white space made one blank. Points: 5 is enough alone, 2
or 3 needs company; quoted text counts two points less. TOGETHER says which concepts
(`injection_concepts`) are suspicious when a few sentences hold all of them.
"""

from __future__ import annotations

from typing import NamedTuple


class Sign(NamedTuple):
    """One form of hidden instruction."""

    name: str
    points: int
    pattern: str


class Together(NamedTuple):
    """Concepts that are suspicious in each other's company. `alone`: all in one sentence."""

    name: str
    points: int
    concepts: tuple[str, ...]
    alone: bool = False


_TO_READER, _MACHINE = "a message to whoever reads", "a machine reader"
_SECRECY, _SECRET, _SENDING, _OUTSIDE = "secrecy", "a secret", "sending", "an address outside"
_RUN, _ORDER, _USER, _NO_ASKING = (
    "what to run", "an order", "the user as somebody else", "no asking and no checks",
)  # fmt: skip
_VERDICT, _ASIDE, _RULES_WORD = "a wanted verdict", "setting aside", "rules and instructions"
_TALK, _FRAME, _HIDDEN = "the conversation or its orders", "a forged frame", "hidden from people"
_WHILE, _ANSWER, _NEW_ROLE, _AUTHORITY, _ASSISTANT = (
    "while it reads this", "its answer", "a new role or task", "pretended authority",
    "an assistant or agent",
)  # fmt: skip

#: Where a passage holds `EXCUSE` outside quotations, it talks about such texts: what is suspicious
#: together counts `EXCUSED_LESS` points less.
EXCUSE, EXCUSED_LESS = "talk about attacks", 3

TOGETHER: tuple[Together, ...] = (
    Together("a message to the model about a secret", 5, (_TO_READER, _SECRET, _SENDING)),
    Together("a message to the model about a secret", 4, (_TO_READER, _SECRET, _RUN)),
    Together("a message to the model that is to stay secret", 5, (_TO_READER, _SECRECY, _USER)),
    Together("a message to the model with an address", 5, (_TO_READER, _OUTSIDE, _SENDING)),
    Together("a message to the model with an address", 4, (_TO_READER, _OUTSIDE)),
    Together("a message to the model about the conversation", 5, (_TO_READER, _TALK, _SENDING)),
    Together("a message to the model that asks for a verdict", 5, (_TO_READER, _VERDICT)),
    Together("a message to the model against checks", 5, (_TO_READER, _NO_ASKING)),
    Together("a message to the model against its rules", 5, (_TO_READER, _ASIDE, _RULES_WORD)),
    Together("a message to the model with an order", 4, (_TO_READER, _RUN, _ORDER)),
    Together("speaks of the model and of secrecy", 5, (_MACHINE, _SECRECY, _USER, _SECRET)),
    Together("speaks of the model and of secrecy", 5, (_MACHINE, _SECRECY, _USER, _OUTSIDE)),
    Together("speaks of the model and of secrecy", 4, (_MACHINE, _SECRECY, _USER, _RUN), True),
    Together(
        "an order to send a secret, kept from the user", 5,
        (_SECRECY, _USER, _SECRET, _SENDING, _WHILE),
    ),
    Together(
        "an order to send a secret, kept from the user", 5,
        (_SECRECY, _USER, _SECRET, _SENDING, _OUTSIDE, _ORDER),
    ),
    Together("a forged frame with an order", 5, (_FRAME, _SECRET, _SENDING)),
    Together("a forged frame with an order", 5, (_FRAME, _SECRECY, _USER)),
    Together("a forged frame with an order", 5, (_FRAME, _ASIDE, _RULES_WORD)),
    Together("a forged frame with an order", 5, (_FRAME, _AUTHORITY, _RUN, _ORDER)),
    Together("a forged frame with an order", 5, (_FRAME, _NO_ASKING, _RUN)),
    Together("a forged frame with an order", 5, (_FRAME, _NEW_ROLE)),
    Together("a forged frame with an order", 3, (_FRAME, _RUN, _ORDER)),
    Together("hidden, and speaks to the model", 5, (_HIDDEN, _TO_READER)),
    Together("hidden, and speaks to the model", 5, (_HIDDEN, _MACHINE, _ORDER)),
    Together("hidden, and speaks to the model", 5, (_HIDDEN, _MACHINE, _VERDICT)),
    Together("hidden, and speaks to the model", 5, (_HIDDEN, _ASSISTANT, _SENDING, _ORDER)),
    Together("sets the model's rules aside", 5, (_ASIDE, _RULES_WORD, _MACHINE, _NEW_ROLE)),
    Together("sets the model's rules aside", 5, (_ASIDE, _RULES_WORD, _NEW_ROLE, _ANSWER)),
)  # fmt: skip

RULES: tuple[Sign, ...] = (
    Sign(
        "tells to ignore earlier instructions",
        5,
        r"(?:ignore|disregard|forget|override|bypass|discard|neglect|skip|drop|do not (?:follow"
        r"|obey)|don't "
        r"(?:follow|obey)|stop following|pay no attention to|set aside) (?:all |any |every )?(?:of "
        r")?(?:the |your "
        r"|these |those )?(?:previous|prior|earlier|above|preceding|foregoing|existing"
        r"|original|initial|"
        r"former|past|system) (?:instructions?|directions?|directives?|prompts?|rules?|guidelines?"
        r"|orders?|"
        r"commands?|context|constraints?|policy|policies|training)",
    ),
    Sign(
        "tells to ignore earlier messages",
        3,
        r"(?:ignore|disregard|forget|discard) (?:all |any |every )?(?:of )?(?:the |your |these |those )?"
        r"(?:previous|prior|earlier|above|preceding) (?:messages?|text|conversation|content)",
    ),
    Sign(
        "tells to ignore earlier instructions",
        5,
        r"(?:ignore|disregard|forget) (?:everything|anything|all|what(?:ever)?) (?:you (?:were"
        r"|have been|are) "
        r"told|(?:that )?(?:came|was said|is written)? ?(?:above|before|prior|previously|so far))",
    ),
    Sign(
        "tells to ignore earlier instructions",
        5,
        r"(?:ignore|disregard) (?:all |any )?(?:your|the) (?:instructions|safety|guardrails"
        r"|safeguards)",
    ),
    Sign(
        "tells to ignore earlier instructions",
        5,
        r"(?:ignore|disregard|forget) (?:all |everything |anything )?(?:of )?(?:the )?(?:above"
        r"|preceding|foregoing)"
        r"(?: text| content)?(?:,| and| then| instead|;)",
    ),
    Sign(
        "tells to ignore earlier instructions (German)",
        5,
        r"(?:ignorier\w*|vergiss|missachte\w*|beachte\w* nicht|verwirf) (?:bitte )?(?:alle[ns]? "
        r"|sämtliche[ns]? |"
        r"die |deine )*(?:vorherig|vorig|bisherig|obig|früher|vorangegangen|ursprünglich"
        r"|vorstehend)\w* "
        r"(?:an)?(?:weisung|anweisung|regel|befehl|instruktion|vorgabe|nachricht)\w*",
    ),
    Sign(
        "tells to ignore earlier instructions (French)",
        5,
        r"(?:ignore[rz]?|oublie[rz]?|ne (?:tiens|tenez) pas compte de) (?:toutes? |tous )?(?:les "
        r"|vos |tes |des "
        r")?(?:instructions|consignes|règles|directives|ordres|messages) (?:précédent|antérieur"
        r"|ci-dessus|initial|"
        r"d'origine)\w*",
    ),
    Sign(
        "tells to ignore earlier instructions (Spanish)",
        5,
        r"(?:ignor[ae]|olvid[ae]|descart[ae]|omit[ea]|no sigas|haz caso omiso de)n? (?:de "
        r")?(?:todas? |todos? "
        r")?(?:las |los |tus |sus )?(?:instrucciones|indicaciones|reglas|órdenes|ordenes"
        r"|directrices|mensajes) "
        r"(?:anterior|previa|previo|de arriba|inicial|originales)\w*",
    ),
    Sign(
        "tells to ignore earlier instructions (Portuguese)",
        5,
        r"(?:ignor[ea]|esqueç?[ac]a?|desconsider[ea]|descart[ea])m? (?:todas? |todos? )?(?:as |os "
        r"|suas |seus "
        r")?(?:instruções|instrucoes|regras|ordens|orientações|mensagens) (?:anterior|prévia"
        r"|previa|acima|"
        r"originais)\w*",
    ),
    Sign(
        "tells to ignore earlier instructions (Italian)",
        5,
        r"(?:ignora|dimentica|trascura|non (?:seguire|considerare))(?:te)? (?:tutte |tutti )?(?:le "
        r"|i |gli |tue "
        r")*(?:istruzioni|indicazioni|regole|direttive|ordini|messaggi) (?:precedent|anterior|di "
        r"cui sopra|"
        r"iniziali|originali)\w*",
    ),
    Sign(
        "tells to ignore earlier instructions (Dutch)",
        5,
        r"(?:negeer|vergeet|sla) (?:alle |de |je |uw )*(?:vorige|eerdere|voorgaande|bovenstaande"
        r"|oorspronkelijke) "
        r"(?:instructies|opdrachten|regels|aanwijzingen|berichten)",
    ),
    Sign(
        "tells to ignore earlier instructions (Polish)",
        5,
        r"(?:zignoruj|ignoruj|zapomnij|pomiń)\w* (?:o )?(?:wszystkie |wszystkich )?(?:poprzedni"
        r"|wcześniejsz|"
        r"powyższ)\w* (?:instrukcj|poleceni|polece|zasad|wytyczn)\w*",
    ),
    Sign(
        "tells to ignore earlier instructions (Russian)",
        5,
        r"(?:игнорируй|проигнорируй|забудь|не обращай внимания на|отбрось)\S* (?:про |обо? "
        r")?(?:все|всех|всё)? "
        r"?(?:предыдущ|прежн|прошл|вышеуказанн)\S* (?:инструкц|указан|команд|правил|сообщен)\S*",
    ),
    Sign(
        "tells to ignore earlier instructions (Ukrainian)",
        5,
        r"(?:ігноруй|проігноруй|забудь)\S* (?:про )?(?:усі|всі)? ?(?:попередн)\S* (?:інструкц"
        r"|вказівк|команд|"
        r"правил)\S*",
    ),
    Sign(
        "tells to ignore earlier instructions (Turkish)",
        5,
        r"(?:önceki|yukarıdaki) (?:tüm |bütün )?(?:talimat|komut|yönerge|kural)\S* (?:yok say"
        r"|görmezden gel|unut|"
        r"dikkate alma)",
    ),
    Sign(
        "tells to ignore earlier instructions (Chinese)",
        5,
        r"(?:忽略|无视|無視|忘记|忘記|不要理会|不要遵守).{0,12}(?:之前|以前|先前|前面|上面|以上|上述|原有|此前|所有).{0,8}(?:指令|指示|说明|說明"
        r"|提示|规则|規則|命令|要求)",
    ),
    Sign(
        "tells to ignore earlier instructions (Japanese)",
        5,
        r"(?:以前|これまで|上記|前|先)(?:の|まで).{0,8}(?:指示|命令|ルール|プロンプト|指令).{0,8}(?:無視|忘れ|破棄|従わない)",
    ),
    Sign(
        "tells to ignore earlier instructions (Korean)",
        5,
        r"(?:이전|위의|앞의|기존).{0,8}(?:지시|명령|지침|규칙|프롬프트).{0,8}(?:무시|잊|따르지)",
    ),
    Sign(
        "tells to ignore earlier instructions (Arabic)",
        5,
        r"(?:تجاهل|انس).{0,12}(?:التعليمات|الأوامر|القواعد|التوجيهات).{0,12}(?:السابقة|أعلاه"
        r"|الأصلية)",
    ),
    Sign(
        "tells to ignore earlier instructions (Hindi)",
        5,
        r"(?:पिछले|पूर्व|पहले के|उपरोक्त).{0,12}(?:निर्देश|आदेश|नियम)\S*.{0,12}(?:अनदेखा|भूल"
        r"|नज़रअंदाज़|नजरअंदाज)",
    ),
    Sign(
        "gives a new role or new instructions",
        4,
        r"(?:your|the) (?:new|real|actual|true|updated) (?:instructions?|task|goal|objective"
        r"|mission|orders?|"
        r"system prompt|directive)s? (?:is|are|now|follows?|:)",
    ),
    Sign(
        "gives a new role or new instructions",
        3,
        r"(?:new|updated|revised|additional) (?:system )?(?:instructions?|prompt|directives?"
        r"|policy)"
        r"(?: from [^:]{1,40})? ?:",
    ),
    Sign(
        "gives a new role or new instructions",
        3,
        r"(?:from now on|henceforth|starting now),? (?:you|the assistant|the agent|the ai) (?:are"
        r"|will|must|"
        r"should|shall|is)\b",
    ),
    Sign(
        "gives a new role or new instructions",
        3,
        r"\byou are now (?:a|an|no longer|free|dan\b|unrestricted|jailbroken|operating)",
    ),
    Sign(
        "gives a new role or new instructions",
        4,
        r"(?:enter|enable|activate|switch to|you are (?:now )?in) (?:developer|debug|god|dan"
        r"|jailbreak|"
        r"unrestricted|maintenance|admin) mode",
    ),
    Sign(
        "gives a new role or new instructions",
        3,
        r"(?:act|behave|respond) as (?:if you (?:were|are|have) (?:no|not)|an? (?:unrestricted"
        r"|unfiltered|"
        r"uncensored|evil))",
    ),
    Sign(
        "speaks to the model",
        4,
        r"(?:attention|important|note|message|instructions?|notice|hey|dear|to)[ :,!-]{1,4}(?:for "
        r"|to |any |all |"
        r"the )*(?:ai|llm|language model|coding|artificial intelligence)[ -]?(?:agents?"
        r"|assistants?|models?|"
        r"systems?|bots?|tools?)?\b.{0,80}(?:must|should|please|need to|have to|do not|don't|run"
        r"|execute|send|"
        r"call|use|read|add|insert|include|ignore|approved|authorized|permitted)",
    ),
    Sign(
        "speaks to the model",
        4,
        r"(?:when|once|after|as soon as) you (?:read|see|open|process|load|parse) this(?: \w+)?,? "
        r".{0,40}\b"
        r"(?:run|execute|send|call|"
        r"add|insert|write|delete|fetch|upload|install|download)\b",
    ),
    Sign(
        "speaks to the model",
        4,
        r"(?:if|when) you(?:'re| are) (?:an? |the )?(?:ai|llm|large language model|language model"
        r"|coding agent|ai "
        r"agent|assistant|chatbot|copilot|claude|gpt|gemini|cursor)\b.{0,60}(?:must|should|please"
        r"|need to|have to|"
        r"do not|don't|run|execute|send|call|add|insert|include|ignore|say|write|reply)",
    ),
    Sign(
        "speaks to the model",
        2,
        r"\b(?:as an? ai|as a language model|ai assistant|(?:the )?assistant|the agent|claude"
        r"|chatgpt|copilot|cursor|"
        r"the llm),? (?:you )?(?:must|should|shall|will now|has to|need to|needs to|is required to"
        r"|are required "
        r"to)\b",
    ),
    Sign(
        "asks for secrecy",
        3,
        r"(?:do not|don't|must not|mustn't|should not|shall not|never|without) "
        r"(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|"
        r"alert|alerting|notify|notifying|show|showing|warn|warning|let|letting) (?:this |it |that "
        r"|anything |any "
        r"of this )?(?:to )?(?:the |your )?(?:user|human|person|developer|owner|anyone"
        r"|operator)s?\b",
    ),
    Sign(
        "asks for secrecy",
        4,
        r"(?:do not|don't|must not|mustn't|should not|shall not|never|without) (?:ever )?(?:tell|telling"
        r"|inform|informing|mention|mentioning|reveal|revealing|alert|alerting|notify|notifying|report"
        r"|reporting)\b(?: (?:this|it|that|these|them|anything|any of this|about \w+|what you))? ?(?:\w+ "
        r"){0,3}(?:to )?(?:the |your )(?:end[- ])?(?:user|human|operator|person you)",
    ),
    Sign(
        "asks for secrecy",
        3,
        r"(?:keep (?:this|it) (?:secret|hidden|confidential|between us) from|hide (?:this|it) from"
        r"|silently and "
        r"without|do so silently|without (?:the user|asking|confirmation|the user's knowledge)"
        r"|with no confirmation|\bsilently (?:run|execute|send|call|upload|add|delete|fetch"
        r"|install)\b)",
    ),
    Sign(
        "asks for secrecy",
        2,
        r"do not (?:mention|reveal|disclose|acknowledge|discuss) (?:this|these|that you|the fact)",
    ),
    Sign(
        "sends data away",
        4,
        r"(?:send|post|upload|exfiltrate|forward|transmit|leak|email|submit|report|append|include"
        r"|encode) "
        r".{0,80}(?:api[ _-]?keys?|secrets?|credentials?|passwords?|tokens?|\.env\b"
        r"|env(?:ironment)? var\w*|ssh "
        r"keys?|id_rsa|private keys?|conversation|chat history|system prompt|source code|contents? "
        r"of).{0,80}(?:https?://|to (?:the )?(?:following|this) (?:url|address|server|endpoint"
        r"|email|webhook)|to "
        r"\S+@\S+|webhook)",
    ),
    Sign(
        "sends data away",
        3,
        r"(?:cat|read|open|print) [^\n]{0,40}(?:\.ssh/|id_rsa|\.aws/credentials|\.env\b"
        r"|/etc/passwd|"
        r"\.netrc)[^\n]{0,60}(?:and|then|\|) ?(?:curl|send|post|wget|nc|upload|include|paste)",
    ),
    Sign(
        "makes the agent run something",
        3,
        r"(?:you must|please|now|first|immediately|the assistant should|agents? (?:must|should)) "
        r"(?:run|execute|"
        r"call|invoke|use) (?:the )?(?:following |this )?(?:shell |terminal |bash )?(?:command"
        r"|script|code|tool|"
        r"function)s?",
    ),
    Sign(
        "makes the agent run something",
        3,
        r"(?:curl|wget) [^\n|]{1,200}\| ?(?:sudo )?(?:ba|z|da)?sh\b.{0,200}(?:you must|required"
        r"|before continuing|"
        r"do not tell|don't tell)",
    ),
    Sign(
        "makes the agent run something",
        3,
        r"before (?:using|calling|doing|answering|continuing|proceeding)[^.\n]{0,60}(?:you (?:must"
        r"|should|need "
        r"to)|always|first) (?:read|call|run|send|pass|open|execute)\b",
    ),
    Sign(
        "imitates the host",
        3,
        r"</?(?:system[-_]reminder|system[-_]prompt|system[-_]message|tool_results?|tool_response"
        r"|function_results?|function_calls?|antml:[a-z_]+|user_query|user_message|untrusted_\w+)>",
    ),
    Sign("imitates the host", 2, r"</?(?:system|assistant|developer|human|important|admin)>"),
    Sign(
        "imitates the host",
        4,
        r"(?:^|\s|>)</(?:document|documents|context|search_results?|webpage|page|file|email|data"
        r"|untrusted\w*|content|result|output|tool_result\w*|function_results?)> ?(?:\S+ ){0,3}"
        r"(?:<(?:system|user|human|assistant|instructions?|important|admin)|system ?:|human ?:|user ?:"
        r"|new |now |assistant ?:|ignore|important)",
    ),
    Sign(
        "imitates the host",
        5,
        r"</(?:tool_results?|tool_response|function_results?)> ?<(?:system|human|user|assistant)\b",
    ),
    Sign(
        "imitates the host",
        3,
        r"<\|(?:im_start|im_end|system|user|assistant|start_header_id|end_header_id|eot_id"
        r"|begin_of_text|start|end|channel|message)\|>",
    ),
    Sign(
        "imitates the host and gives orders",
        5,
        r"(?:<\|(?:im_start|im_end|system|user|assistant|start_header_id|end_header_id|eot_id"
        r"|endoftext|begin_of_text|start|end|channel|message)\|>|\[/?INST\]|<</?SYS>>"
        r"|\[/?(?:SYSTEM|ASSISTANT|ADMIN|OVERRIDE)[^\[\]]{0,24}\]|<start_of_turn>|<end_of_turn>"
        r"|</(?:s|tool_results?|function_results?|system|document|user_query)>)[^a-z]{0,6}(?:(?:system"
        r"|user|assistant|developer|model|human|tool|important|new instructions?)\b[^a-z]{0,6}){0,3}"
        r"(?:\S+ ){0,6}?(?:you must|you will now|you are now|ignore|disregard|forget|override|run "
        r"|execute|send|upload|delete|exfiltrate|reveal|print your|read the (?:file|contents)|call the"
        r"|from now on|do not (?:tell|mention|inform)|the user (?:has|wants|asked|approved)"
        r"|new (?:task|instructions?|objective|policy)|approve|grant|output the|append|include the"
        r"|switch to|disable|push|forward|transfer)",
    ),
    Sign("imitates the host", 2, r"<\|(?:endoftext|endofprompt|fim_\w+)\|>"),
    Sign("imitates the host", 3, r"(?-i:\[/?INST\]|<</?SYS>>|\[/?(?:SYSTEM|ASSISTANT)\])"),
    Sign(
        "imitates a turn of the conversation",
        4,
        r"\b(?:human|user|system) ?: .{3,300}\b(?:assistant|ai|model|agent|claude) ?: ?(?:sure|of course"
        r"|okay|ok\b|certainly|understood|i will|i'll|yes|done|absolutely|right away|i have|i've)",
    ),
    Sign(
        "asks for a credential's file",
        3,
        r"(?:read|open|cat|load|fetch|access|get|retrieve|include|copy|attach|collect|grab|check"
        r"|look (?:up|at)|view|print|dump|contents? of|paste)\b[^.\n]{0,60}?(?:[~/\\]|\$home|`|\b)"
        r"(?:\.ssh\b|id_rsa|id_ed25519|\.aws/|\.env\b|\.netrc|\.npmrc|\.pypirc|\.git-credentials"
        r"|\.kube/config|mcp\.json|\.gnupg|/etc/shadow|\.docker/config|authorized_keys)",
    ),
    Sign(
        "smuggles data into an argument",
        4,
        r"(?:pass|provide|include|put|supply|send|place|add|submit|give|insert|encode)\b[^.\n]{0,50}"
        r"(?:contents?|value|result|output|text|data|it|them)\b[^.\n]{0,30}(?:as|in|into|to|via|through"
        r"|using|under) (?:the |a |an |your )?[`'\"]?(?:sidenote|\w+[`'\"]? (?:parameter|argument|field)"
        r"|(?:parameter|argument|field) [`'\"]?\w+)",
    ),
    Sign(
        "smuggles data into an argument",
        2,
        r"(?:otherwise|or else|if you (?:do not|don't)|failing to do so)[^.\n]{0,40}(?:tool|function"
        r"|call|request|it|operation|server)s? (?:will|would|may|can)(?: not|not|n't|never)? "
        r"(?:work|fail|function|crash|break|be blocked|stop|refuse|be rejected)",
    ),
    Sign(
        "sends data away in a picture's address",
        5,
        r"!\[[^\]]{0,80}\]\(\s?https?://[^)\s]{0,200}(?:\{|\$|<|\[|%7b|data|summary|secret|token"
        r"|conversation|chat|base64|prompt|history|context|q=|d=)[^)]{0,120}\).{0,200}(?:replac|encod"
        r"|substitut|fill|append|conversation|secret|history|base64|url-encod|user'?s|where |with the)",
    ),
    Sign(
        "sends data away in a picture's address",
        5,
        r"(?:render|display|include|add|insert|output|show|append|embed|end)[^.\n]{0,80}(?:image"
        r"|picture|markdown|pixel|icon|badge|link)[^.\n]{0,160}https?://\S{1,200}(?:\{|\$|<|\[|=)"
        r".{0,120}(?:conversation|secret|history|base64|url-?encod|token|key|message|summary|data|user)",
    ),
    Sign(
        "imitates the host",
        3,
        r"(?:^|\s)(?:#{1,4} ?)?(?:system|assistant|developer) ?(?:message|prompt|override"
        r"|instruction|note|"
        r"notice)? ?: ?(?:you (?:are|must|should|will)|ignore|the user|do not|new|from now|please)",
    ),
    Sign(
        "imitates the host",
        3,
        r"(?:begin|start|end) (?:of )?(?:system|hidden|secret|admin|new) (?:prompt|instructions?"
        r"|message)",
    ),
    Sign(
        "tells to ignore earlier instructions",
        5,
        r"ignore(?:all|any)?(?:the|your)?(?:previous|prior|above|earlier)(?:instructions|prompts"
        r"|rules)",
    ),
    Sign(
        "gives orders",
        1,
        r"\byou (?:must|shall|are required to|have to|are ordered to) (?:now |immediately |always "
        r"|first |also |"
        r"not )?[a-z]{2}",
    ),
    Sign(
        "claims authority",
        3,
        r"(?:the user|your owner|the developer|the operator|the human) (?:has |have )?(?:already "
        r"|explicitly )?"
        r"(?:approved|authorized|"
        r"consented to|agreed to|given permission)|\bsystem override\b",
    ),
    Sign(
        "claims authority",
        2,
        r"(?:this is (?:an? )?(?:official|authorized|urgent|critical|mandatory)|authorized by|on "
        r"behalf of|per) "
        r"(?:the )?(?:system|admin(?:istrator)?|developers?|openai|anthropic|cursor|security team"
        r"|it department)\b",
    ),
    Sign(
        "asks for the system prompt",
        3,
        r"(?:reveal|print|show|output|repeat|display|tell me|leak|dump) (?:me )?(?:your|the) "
        r"(?:full |entire |"
        r"complete |exact |hidden |initial |original )*(?:system prompt|initial prompt|hidden "
        r"prompt|instructions (?:above|"
        r"verbatim)|hidden instructions|system message)",
    ),
    Sign(
        "turns guards off",
        3,
        r"\b(?:approve|allow|accept|auto-approve) (?:all|every|any) "
        r"(?:commands?|actions?|tool calls?|requests?|permissions?)",
    ),
    Sign(
        "turns guards off",
        3,
        r"(?:disable|turn off|remove|bypass|circumvent) (?:all |any |the |your )*(?:safety"
        r"|security|content|"
        r"approval|permission|guard)\w* ?(?:checks?|filters?|measures?|rails?|hooks?|prompts?"
        r"|settings?|"
        r"restrictions?)",
    ),
    Sign(
        "hides text from people",
        2,
        r"""(?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?0|opacity ?: ?0(?:[;\"' ]|$)"""
        r"""|color ?: ?(?:white|"""
        r"""#fff(?:fff)?|transparent)[;\"'])""",
    ),
)
