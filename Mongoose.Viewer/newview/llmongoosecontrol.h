/**
 * @file llmongoosecontrol.h
 * @brief Asks the agent's region for the TCP-fair rate, in the place of the viewer's own loop.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#ifndef LL_LLMONGOOSECONTROL_H
#define LL_LLMONGOOSECONTROL_H

#include "llhost.h"
#include "llmongoosecircuit.h"

#include <optional>

class LLCircuitData;

/// On where the setting MongooseThrottle is and the region has Mongoose, which it tells in its OpenSimExtras; the user's maximum bandwidth is
/// the largest rate that it asks for.
class LLMongooseControl
{
public:
    /// Once a frame. True while it is on: the viewer's own loop is to do nothing.
    bool update();

    bool isOn() const { return mCircuit.has_value(); }

private:
    void start(F32 max_kbps);
    void stop();
    void follow(LLCircuitData& data, LLMongoose::Instant now);
    void leave();
    void sendPing(U8 ping_id) const;
    void sendThrottle(const LLMongoose::ThrottleRequest& request) const;

    std::optional<LLMongooseCircuit> mCircuit;
    F32 mMaxKbps = 0.f;
    LLHost mHost;
};

extern LLMongooseControl gMongooseControl;

#endif // LL_LLMONGOOSECONTROL_H
