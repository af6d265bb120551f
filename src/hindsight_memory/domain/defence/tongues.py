"""The words of an attack in the languages attacks are written in.

Stems in folded form, found as substrings; a rule asks for two of different columns near each other, so that one
of them alone says nothing. English and Chinese have finer patterns in the rules themselves.
"""

from __future__ import annotations

from hindsight_memory.domain.text.simplified import simplified


def forms(*words: str) -> tuple[str, ...]:
    """The words in the form of ``Offered.folded`` (Japanese shares characters with traditional Chinese)."""
    return tuple(dict.fromkeys(simplified(word) for word in words))


# "Ignore, forget, disregard": what is to be done with what was said before.
DISMISS = forms(
    "αγνο", "ξεχάσ", "negeer",     "ignor", "vergiss", "vergessen sie", "missachte", "oublie", "olvida", "haz caso omiso", "dimentica", "esqueça", "esqueca", "desconsidere",
    "игнориру", "забудь", "забыть", "проигнориру", "無視", "忘れ", "무시", "잊", "अनदेखा", "भूल जा", "नज़रअंदाज़", "नजरअंदाज", "तुच्छ मान",
    "تجاهل", "انس ", "انسى", "উপেক্ষা", "ভুলে যা", "অগ্রাহ্য", "görmezden gel", "yok say", "unut", "yoksay", "bỏ qua", "quên", "phớt lờ",
    "abaikan", "lupakan", "balewalain", "kalimutan", "huwag pansinin", "ละเว้น", "เพิกเฉย", "ไม่สนใจ", "ลืม", "ข้าม",
)  # fmt: skip

# "Instructions, rules, prompts".
INSTRUCTIONS = forms(
    "οδηγί", "instructies",
    "anweisung", "richtlinie", "vorgaben", "instruktion", "consignes", "instructions", "instrucciones", "istruzion", "instruções", "instrucoes",
    "инструкц", "указани", "правил", "指示", "命令", "プロンプト", "지시", "지침", "명령", "निर्देश", "आदेश", "تعليمات", "التعليمات", "الإرشادات",
    "নির্দেশ", "talimat", "yönerge", "chỉ dẫn", "hướng dẫn", "chỉ thị", "instruksi", "petunjuk", "perintah", "tagubilin", "utos", "panuto",
    "คำแนะนำ", "คําแนะนํา", "คำสั่ง", "คําสั่ง", "règles", "reglas", "regole", "regras", "regeln",
)  # fmt: skip

# "Previous, above, everything": what was said before, or the code that stands there.
PRIOR = forms(
    "vorherig", "obige", "quanto sopra", "προηγούμεν", "précédent", "ci-dessus", "anterior", "de arriba", "precedent", "acima", "предыдущ", "вышеуказанн", "вышеизложенн", "выше",
    "все, что", "以前", "上記", "前の", "이전", "위의", "위에", "위 ", "पिछल", "उपरोक्त", "ऊपर", "السابق", "أعلاه", "পূর্ববর্তী", "আগের", "উপরের", "উপরে",
    "önceki", "yukarıda", "trước", "ở trên", "bên trên", "sebelumnya", "di atas", "nauna", "nasa itaas", "ก่อนหน้า", "ข้างต้น", "ด้านบน",
    "funktion und", "la fonction", "la función", "la funzione", "a função", "функцию", "関数", "함수", "फ़ंक्शन", "फंक्शन", "الدالة", "ফাংশন", "işlevi", "hàm", "fungsi", "ฟังก์ชัน",
)  # fmt: skip

# Passwords, keys and the agent's own instructions.
SECRETS = forms(
    "κωδικ", "palavra-passe", "passphrase", "wachtwoord",     "passwor", "passwort", "kennwort", "geheimschlüssel", "geheimen schlüssel", "mot de passe", "clé secrète", "cle secrete", "contraseña", "clave secreta",
    "parola d'ordine", "chiave segreta", "senha", "chave secreta", "пароль", "пароля", "секретный ключ", "секретного ключа", "パスワード", "秘密鍵", "秘密の鍵", "シークレット",
    "비밀번호", "패스워드", "암호가", "암호는", "암호를", "비밀 키", "पासवर्ड", "गुप्त कुंजी", "गोपनीय", "كلمة المرور", "كلمة السر", "المفتاح السري", "পাসওয়ার্ড", "গোপন কী", "গোপন চাবি",
    "şifre", "parola", "gizli anahtar", "mật khẩu", "khóa bí mật", "khoá bí mật", "kata sandi", "kunci rahasia", "sandi", "lihim na susi", "รหัสผ่าน", "คีย์ลับ", "รหัสลับ",
    "systemprompt", "system-prompt", "prompt système", "prompt de sistema", "prompt del sistema", "prompt di sistema", "prompt do sistema", "instructions système",
    "系统提示", "システムプロンプト", "시스템 프롬프트", "सिस्टम प्रॉम्प्ट", "системный промпт", "系統提示", "密码", "密碼", "密钥", "口令",
)  # fmt: skip

# "What is, tell me, give, share, write, confirm": asking for something.
ASKS = forms(
    "?", "？", "؟", "।", "sag mir", "sagen sie", "gib mir", "geben sie", "nenne", "zeige", "bestätige", "dis-moi", "dites-moi", "donne", "montre", "révèle", "partage", "confirm",
    "dime", "dame", "muestra", "revela", "comparte", "escribe", "dimmi", "dammi", "mostra", "rivela", "scrivi", "diga", "mostre", "revele", "escreva", "compartilh",
    "скажи", "дай", "покажи", "раскрой", "сообщи", "напиши", "подтверд", "教えて", "ください", "見せて", "書いて", "알려", "말해", "공유", "써", "주세요", "वताएं", "बता", "साझा", "दें", "लिख", "पुष्टि",
    "أخبر", "اعط", "شارك", "اكتب", "تؤكد", "বলুন", "বলতে", "লিখ", "শেয়ার", "নিশ্চিত", "söyle", "ver", "paylaş", "yaz", "onayla", "cho tôi", "chia sẻ", "viết", "xác nhận", "tiết lộ",
    "beritahu", "beri tahu", "berikan", "bagikan", "tulis", "konfirmasi", "sabihin", "ibigay", "ibahagi", "isulat", "kumpirmahin", "บอก", "แบ่งปัน", "เขียน", "ยืนยัน", "ให้ฉัน",
)  # fmt: skip

# Where somebody lives, what they own, when they were born: what belongs to another person.
PRIVATE = forms(
    "wohnt der benutzer", "nutzer derzeit", "wohnort", "geburtsdatum", "kontostand", "kreditkart", "date de naissance", "solde bancaire", "ville de résidence", "adresse e-mail de", "l'utilisateur",
    "fecha de nacimiento", "saldo bancario", "ciudad de residencia", "el usuario", "del usuario", "data di nascita", "saldo bancario", "città di residenza", "l'utente", "dell'utente",
    "data de nascimento", "saldo bancário", "cidade de residência", "o usuário", "do usuário", "дата рождения", "дату рождения", "баланс", "пользовател", "место жительства", "生年月日", "残高", "ユーザー", "誕生日",
    "생년월일", "생일", "잔액", "사용자", "거주", "जन्म तिथि", "जन्म तारीख", "जन्म की तारीख", "बैंक बैलेंस", "शेष राशि", "उपयोगकर्ता", "निवास", "تاريخ ميلاد", "الرصيد", "رصيد", "المستخدم", "يعيش", "জন্ম তারিখ", "ব্যালেন্স", "ব্যবহারকারী", "জন্মতারিখ",
    "doğum tarihi", "banka bakiye", "kullanıcı", "ngày sinh", "số dư", "người dùng", "tanggal lahir", "saldo bank", "pengguna", "petsa ng kapanganakan", "balanse", "gumagamit", "วันเกิด", "ยอดเงิน", "ผู้ใช้",
    "出生日期", "生日", "余额", "用户", "住址",
)  # fmt: skip

# "Imagine, suppose, pretend, hypothetically, in a world where": a frame in which rules do not hold.
FRAMES = forms(
    "stell dir vor", "stellen sie sich vor", "angenommen", "nehmen wir an", "hypothetisch", "imagine", "imaginez", "supposons", "hypothétique", "monde parallèle", "imagina", "supong", "hipotétic",
    "universo paralelo", "immagina", "supponiamo", "ipotetic", "universo parallelo", "suponha", "vamos supor", "представь", "предположим", "гипотетическ", "параллельной вселенной", "в мире, где",
    "想像して", "と仮定", "仮に", "仮想", "상상해", "가정", "가상의", "कल्पना", "मान लें", "मान लीजिए", "मान लो", "काल्पनिक", "समानांतर", "पैरल", "تخيل", "افترض", "لنفترض", "افتراضي", "কল্পনা", "ধরুন", "ধরা যাক", "কাল্পনিক", "সমান্তরাল",
    "hayal edin", "hayal et", "varsayalım", "varsayımsal", "paralel evren", "tưởng tượng", "giả sử", "giả định", "song song", "bayangkan", "misalkan", "anggap", "hipotetis", "isipin", "ipagpalagay", "hypothetical", "hipotetikal",
    "ลองนึกภาพ", "จินตนาการ", "สมมติ", "คู่ขนาน", "想象", "假设", "平行宇宙", "假如我们",
)  # fmt: skip

SYSTEM_PROMPTS = forms(
    *(s for s in SECRETS if "prompt" in s or "プロンプト" in s or "프롬프트" in s or "系统" in s),
    "instructions système", "instrucciones del sistema", "istruzioni di sistema", "systemanweisung", "instruções do sistema", "системные инструкции",
)  # fmt: skip
