/// The names of months in the languages of newspapers.
enum MonthNames {
    /// 1 to 12; `nil` for a word that is no month. `word` is folded as in ``DateToken``.
    static func month(named word: String) -> Int? {
        var word = word
        return word.withUTF8 { word in
            var best = (month: 0, length: 0)
            for (index, stems) in stemsByMonth.enumerated() {
                let length = longestStem(in: stems, beginning: word)
                if length > best.length { best = (index + 1, length) }
            }
            return best.length > 0 ? best.month : nil
        }
    }

    /// Bytes of the longest stem that `word` begins with, 0 when there is none.
    private static func longestStem(in stems: StaticString, beginning word: UnsafeBufferPointer<UInt8>) -> Int {
        let bytes = UnsafeBufferPointer(start: stems.utf8Start, count: stems.utf8CodeUnitCount)
        var longest = 0
        var index = 0
        while index < bytes.count {
            let start = index
            while index < bytes.count, index - start < word.count, word[index - start] == bytes[index] { index += 1 }
            if index == bytes.count || bytes[index] == UInt8(ascii: " ") { longest = max(longest, index - start) }
            while index < bytes.count, bytes[index] != UInt8(ascii: " ") { index += 1 }
            index += 1
        }
        return longest
    }

    /// How the names of each month begin, the longest beginning counting: most languages share the Roman names, and
    /// abbreviations are beginnings. Facts of the Unicode CLDR, without accents of Latin letters.
    ///
    /// Where languages disagree about a name the larger press has it: `listopad` is November (Polish, Czech,
    /// Ukrainian), not October (Croatian).
    private static let stemsByMonth: [StaticString] = [
        "jan jaan ian ene gen oca sty led sij saus xan urt tammi янв яну січ студз јан ιαν 一月 जनवरी জানু يناير ژانویه ינואר",
        "feb fev peb veeb sub lut uno velj vas ots helmi фев лют феб φεβ फरवरी फ़रवरी ফেব্রু فبراير شباط فوریه פברואר",
        "mar mrz mrt maa mac maerz bre ozu kov maalis мар бер сак μαρ μάρ मार्च মার্চ مارس آذار מרץ",
        "apr avr abr api nis kwi dub bal trav huhti апр кві крас απρ अप्रैल এপ্রিল أبريل ابريل إبريل نيسان آوریل אפריל",
        "may mai maj mei mag kve svib geg touko мая май мај тра μαι μάι μαΐ μαϊ मई মে مايو أيار مه מאי",
        "jun iun giu juun haz cze cerven cervna cvn lipn bir xun eka kesa июн юни јун чер чэрв ιουν ιούν जून জুন يونيو حزيران ژوئن יוני",
        "jul iul lug juil juul tem lip cervenec cervence cvc srpnj lie xul uzt heina июл юли јул лип ліп ιουλ ιούλ जुलाई জুলাই يوليو ژوئیه יולי",
        "aug ago aou agu ags ogo sie srp kolov rugp abu elo авг сер жні αυγ αύγ अगस्त আগস্ট أغسطس اغسطس آب اوت אוגוסט",
        "sep set szep wrz zar ruj rugs eyl ira syys сен сеп вер σεπ सितंबर सितम्बर সেপ্টে سبتمبر أيلول سپتامبر ספטמבר",
        "oct okt ott out oto paz rij spa eki urr loka окт жов кас οκτ अक्टूबर अक्तूबर অক্টো أكتوبر اكتوبر اکتبر אוקטובר",
        "nov noi nop lis lap kas stud aza marras ноя ное нов ліс лис νοε νοέ नवंबर नवम्बर নভে نوفمبر نوامبر נובמבר",
        "dec dez dic des dis det gru pro ara abe joulu дек дец гру сне δεκ दिसंबर दिसम्बर ডিসে ديسمبر دسامبر דצמבר",
    ]
}
