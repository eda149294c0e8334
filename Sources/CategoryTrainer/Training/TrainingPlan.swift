/// How the networks are found.
struct TrainingPlan: Sendable {
    var seed: UInt64 = 1
    /// Passes over the texts for each network.
    var passes = 12
    /// Networks that are trained, whose mean is then taught to smaller ones: the more, the better the mean.
    var networks = 20
    /// The first step of the vectors; it falls to 0 in a straight line, as all do.
    var rate: Float = 0.5
    /// The first step of what units take from readings.
    var readingRate: Float = 0.1
    /// The first step of all that the vectors run into.
    var outputRate: Float = 0.02
    /// What the numbers of readings are multiplied by: the larger, the more of a vector comes from them.
    var readingScale: Float = 8
    /// Share of a text's words that each step does not see, with all that is made of them. A word's runs of letters know it
    /// too: leaving out single features would leave it there.
    var wordDropout: Float = 0.7
    /// Share of a layer's units that each step does without.
    var unitDropout: Float = 0.2
    /// Share of the label that is spread over all outcomes: labels are not always right.
    var smoothing: Float = 0.05
    /// How many times 32 units the networks have that judge texts by their readings.
    var opinionLayers = 5
    /// Passes over the texts for each of these.
    var passesOfOpinions = 8
    /// The first step of all their numbers.
    var opinionRate: Float = 0.03
    /// Passes over the texts for what stands for the networks in the table.
    var passesOfTeaching = 8
    /// The first step of its vectors there.
    var teachingVectorRate: Float = 0.15
    /// And of all that these run into.
    var teachingRate: Float = 0.01
    /// What the opinions by readings count there, of 1; what the mean of the networks says counts the rest.
    var opinionShare: Float = 0.4
    /// Share of a text's words that teachers and pupil do not see.
    var teachingDropout: Float = 0.5
    /// How evenly languages count there, whatever number of texts they have: 0 as many texts, 1 as languages.
    var teachingEvenness: Float = 0.3
    /// The same where features compete for slots.
    var slotEvenness: Float = 1
    /// The same where the bytes of vectors are found.
    var codingEvenness: Float = 0.5
    /// How much it counts for a feature's slot that it occurs often: the exponent of its energy.
    var energyExponent: Float = 0.1
    /// The same for how well its vector is met.
    var codingExponent: Float = 0.5
}
